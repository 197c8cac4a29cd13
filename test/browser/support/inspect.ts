/** What every screen must be, whatever is on it. */
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import contractTexts from '../../../client/src/shared/i18n/texts/contract/en.json';
import earnTexts from '../../../client/src/shared/i18n/texts/earn/en.json';
import optionTexts from '../../../client/src/shared/i18n/texts/option/en.json';
import referralTexts from '../../../client/src/shared/i18n/texts/referral/en.json';
import publishTexts from '../../../client/src/shared/i18n/texts/publish/en.json';
import staffTexts from '../../../client/src/shared/i18n/texts/staff/en.json';
import { pause } from './soon';
import { texts } from './words';

const FORM_OF_NUMBER = /_(zero|one|two|few|many|other)$/;
const KEYS: ReadonlySet<string> = new Set(
  Object.keys({
    ...texts,
    ...staffTexts,
    ...publishTexts,
    ...optionTexts,
    ...earnTexts,
    ...referralTexts,
    ...contractTexts,
  }).map((key) => key.replace(FORM_OF_NUMBER, '')),
);
const KEY_IN_TEXT = new RegExp(`(?<![\\w.@/-])(${[...areas()].join('|')})(\\.[a-z0-9_]+)+(?![\\w@])`, 'g');

/** The small one: a page reads it in half the time. */
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Axed extends Window {
  axe?: { run(of: Document, options: RunOptions): Promise<AxeResults> };
  readAxe?(): void;
  /** What keeps the page from being painted, see `visit.ts`. */
  unpainted?: CSSStyleSheet;
}

/** Pages that have axe with them wherever they go, to be read when it is wanted: it is half a megabyte, and is sent once. */
const equipped = new WeakSet<Page>();

/** How long a screen may take to be whole. What is wrong with it then is found; what is still on its way is not wrong. */
export const WHOLE_MS_MAX = 20_000;

/** Violations, of these rules or of all, as lines: the rule, where, and what is wrong there. */
export async function axeFindings(page: Page, rules: readonly string[] = []): Promise<string[]> {
  if (!equipped.has(page)) {
    equipped.add(page);
    await page.addInitScript({ content: `window.readAxe = () => {${source}\n};` });
    await page.evaluate(source);
  }
  const violations = await whole((isLast) => page.evaluate(violationsWhenWhole, { rules: [...rules], isLast }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '', html }) => `${id} at ${target.join(' ')}\n${html}\n${failureSummary}`),
  );
}

/** Runs in the page: whether it is whole and what is wrong with it is asked at once, since in between it may change. */
async function violationsWhenWhole({ rules, isLast }: { rules: string[]; isLast: boolean }) {
  const looking = window as Axed;
  if (!looking.axe) looking.readAxe?.();
  const { axe } = looking;
  if (!axe) throw new Error('the page has no axe');
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    const { endTime } = effect?.getComputedTiming() ?? {};
    return playState === 'running' && endTime !== Infinity;
  });
  const isLoading = document.querySelector('[data-kind="loading"], [aria-busy="true"]:not(button)') !== null;
  if (!isLast && (isMoving || isLoading || document.querySelector('h1') === null)) return null;
  const { unpainted } = looking;
  if (unpainted) unpainted.disabled = true;
  // Of what is right nothing is told: that would take as long again.
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(rules.length > 0 ? { runOnly: { type: 'rule', values: rules } } : {}),
  });
  if (unpainted) unpainted.disabled = false;
  return violations;
}

/** Looks until the screen is whole, or long enough. A page that is left meanwhile, as by its own reload, is looked at anew. */
async function whole<T>(look: (isLast: boolean) => Promise<T | null>, msMax = WHOLE_MS_MAX): Promise<T> {
  const deadline = Date.now() + msMax;
  for (;;) {
    const isLast = Date.now() > deadline;
    const seen = await look(isLast).catch((error: Error) => {
      if (isLast || !/context was destroyed|navigat/i.test(error.message)) throw error;
      return null;
    });
    if (seen !== null) return seen;
    if (isLast) throw new Error('the page was left while it was looked at');
    await pause();
  }
}

/** What a screen says of itself: everything is asked at once, since asking takes longer than looking. */
export interface Shown {
  isLoading: boolean;
  headings: number;
  language: string | null;
  texts: string[];
  tooWide: string[];
}

/** What is wrong with a screen that should say everything in this language, but for what axe finds. */
export async function lookFindings(
  page: Page,
  language: string,
  { msMax = WHOLE_MS_MAX }: { msMax?: number } = {},
): Promise<string[]> {
  const shown = await whole(async (isLast) => {
    const seen = await page.evaluate(whatIsShown);
    // Between two screens there is none, or the one before, in whose language it was.
    const isWhole = seen.headings === 1 && seen.language === language && !seen.isLoading;
    return isWhole || isLast ? seen : null;
  }, msMax);
  return wrongWith(shown, language);
}

/** The same of one that was looked at when it was whole. */
export function wrongWith(shown: Shown, language: string): string[] {
  return [
    ...(shown.headings === 1 ? [] : [`${shown.headings} first headings`]),
    ...(shown.isLoading ? ['loading still'] : []),
    ...(shown.language === language ? [] : [`lang="${shown.language}"`]),
    ...missing(shown.texts).map((text) => `text missing: ${text}`),
    ...shown.tooWide,
  ];
}

/** By how many pixels the page is wider than its window, and the elements that stick out. */
export async function overflow(page: Page): Promise<string[]> {
  const { tooWide } = await whole(async (isLast) => {
    const seen = await page.evaluate(whatIsShown);
    return isLast || !seen.isLoading ? seen : null;
  });
  return tooWide;
}

/** Names of texts where their words should be, and gaps in texts that nothing was put into. */
function missing(texts: readonly string[]): string[] {
  return texts.filter((text) => text.includes('{{') || (text.match(KEY_IN_TEXT) ?? []).some((key) => isKey(key, text)));
}

/** A key alone is one even if English has forgotten it; within a sentence only a known one is. */
function isKey(key: string, text: string): boolean {
  return key === text || KEYS.has(key);
}

function areas(): Set<string> {
  return new Set([...KEYS].map((key) => key.slice(0, key.indexOf('.'))));
}

/** Runs in the page. */
export function whatIsShown(): Shown {
  const found: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode.nodeValue ?? '');
  const names = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
  for (const element of document.querySelectorAll(names.map((name) => `[${name}]`).join())) {
    for (const name of names) found.push(element.getAttribute(name) ?? '');
  }
  const root = document.documentElement;
  return {
    isLoading: document.querySelector('main [data-kind="loading"], main [aria-busy="true"]:not(button)') !== null,
    headings: document.querySelectorAll('h1').length,
    language: root.getAttribute('lang'),
    // A text says nothing more when it is there twice. In the others is neither a gap nor the name of a text.
    texts: [...new Set(found.map((text) => text.trim()))].filter((text) =>
      /\{\{|[a-z0-9_]\.[a-z0-9_]*[a-z_]/.test(text),
    ),
    tooWide: root.scrollWidth <= root.clientWidth ? [] : [whatSticksOut(root)],
  };

  function whatSticksOut({ scrollWidth, clientWidth }: HTMLElement): string {
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const told = outside.slice(0, 5).map((element) => {
      const { tagName, className, textContent, parentElement } = element;
      return `${tagName.toLowerCase()}.${className} "${textContent.slice(0, 20)}" in .${parentElement?.className}`;
    });
    return `${scrollWidth - clientWidth} px too wide: ${told.join(', ')}`;
  }
}
