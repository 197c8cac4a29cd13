import { LANGUAGES } from '../../../shared/wire/languages';
import { START_STEPS, stepsOf } from './start-steps';
import { STARTUP_PAGE_POLICY, startupPage } from './startup-page';
import { createHash } from 'node:crypto';

const STATE = { steps: START_STEPS, step: 'history', percent: 40, waitsFor: null } as const;

it.each(LANGUAGES)('contains every step in %s and reloads itself without a script', (language) => {
  const page = startupPage(STATE, language);
  expect(page.match(/<li/g)).toHaveLength(START_STEPS.length);
  expect(page.match(/class="done"/g)).toHaveLength(START_STEPS.indexOf('history'));
  expect(page).toContain('<progress max="100" value="40"');
  expect(page).toContain('<meta http-equiv="refresh" content="2">');
  expect(page).not.toContain('<script');
});

it('is allowed by its own policy, and nothing else is', () => {
  const style = /<style>([^]*)<\/style>/.exec(startupPage(STATE, 'en'))?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(STARTUP_PAGE_POLICY).toContain(`style-src 'sha256-${hash}'`);
  expect(STARTUP_PAGE_POLICY).toContain("default-src 'none'");
});

it('shows the reason for the journal’s wait as text', () => {
  const page = startupPage({ ...STATE, waitsFor: { store: 'journal', reason: '<b>no leader</b>' } }, 'en');
  expect(page).toContain('&lt;b&gt;no leader&lt;/b&gt;');
});

it('omits the demo’s steps without the demo', () => {
  expect(stepsOf({ demo: false })).toEqual(['journal', 'stores', 'state', 'views', 'pages']);
});
