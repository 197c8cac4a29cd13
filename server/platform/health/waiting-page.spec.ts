import { LANGUAGES } from '../../../shared/wire/languages';
import { START_STEPS, stepsOf } from './start-steps';
import { WAITING_POLICY, waitingPage } from './waiting-page';
import { createHash } from 'node:crypto';

const STATE = { steps: START_STEPS, step: 'history', percent: 40, waitsFor: null } as const;

it.each(LANGUAGES)('has every step in %s, and reloads itself without a script', (language) => {
  const page = waitingPage(STATE, language);
  expect(page.match(/<li/g)).toHaveLength(START_STEPS.length);
  expect(page.match(/class="done"/g)).toHaveLength(START_STEPS.indexOf('history'));
  expect(page).toContain('<progress max="100" value="40"');
  expect(page).toContain('<meta http-equiv="refresh" content="2">');
  expect(page).not.toContain('<script');
});

it('is allowed by its own policy, and nothing else is', () => {
  const style = /<style>([^]*)<\/style>/.exec(waitingPage(STATE, 'en'))?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(WAITING_POLICY).toContain(`style-src 'sha256-${hash}'`);
  expect(WAITING_POLICY).toContain("default-src 'none'");
});

it('shows what the journal waits for as text', () => {
  const page = waitingPage({ ...STATE, waitsFor: { store: 'journal', reason: '<b>no leader</b>' } }, 'en');
  expect(page).toContain('&lt;b&gt;no leader&lt;/b&gt;');
});

it('leaves out the steps of the demo without one', () => {
  expect(stepsOf({ demo: false })).toEqual(['journal', 'stores', 'state', 'views', 'pages']);
});
