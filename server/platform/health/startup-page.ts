/** The page shown until the exchange is ready: one file without scripts, which reloads itself. */
import { createHash } from 'node:crypto';
import { HTML_LANG, type Language } from '../../../shared/wire/languages';
import type { StartStep } from './start-steps';
import { STARTUP_TEXTS } from './startup-texts';

export type AwaitedStore = 'journal' | 'database';

export interface StartState {
  steps: readonly StartStep[];
  step: StartStep;
  /** Percentage of the step; null if the step has no measure. */
  percent: number | null;
  /** Reason why the journal cannot be opened yet. */
  waitsFor: { store: AwaitedStore; reason: string } | null;
}

export const RETRY_SECONDS = 2;

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:15vh auto;padding:0 1rem;background:light-dark(#fff,#14171c);color:light-dark(#1c2128,#e6e9ee)}
h1{font-size:1.5rem}
ol{padding-left:1.5rem}
li{color:light-dark(#5b6470,#9aa4b2)}
li[aria-current]{color:inherit;font-weight:600}
.done::after{content:" \\2713"}
progress{width:100%}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const STARTUP_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function startupPage({ steps, step, percent, waitsFor }: StartState, language: Language): string {
  const texts = STARTUP_TEXTS[language];
  const currentIndex = steps.indexOf(step);
  const items = steps.map((one, index) => {
    const stepAttribute = index < currentIndex ? ' class="done"' : index === currentIndex ? ' aria-current="step"' : '';
    const bar =
      index === currentIndex && percent !== null ? ` ${percent} %<br>${barOf(percent, texts.steps[one])}` : '';
    return `<li${stepAttribute}>${escaped(texts.steps[one])}${bar}</li>`;
  });
  const reason = waitsFor === null ? '' : `<p role="alert">${escaped(texts.waits)} ${escaped(waitsFor.reason)}</p>`;
  return `<!doctype html>
<html lang="${HTML_LANG[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${escaped(texts.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(texts.title)}</h1>
<p>${escaped(texts.text)}</p>
${reason}
<ol>
${items.join('\n')}
</ol>
</main>
</body>
</html>
`;
}

function barOf(percent: number, label: string): string {
  return `<progress max="100" value="${percent}" aria-label="${escaped(label)}"></progress>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
