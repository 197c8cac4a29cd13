/** Checks that every screen must pass, whatever it shows. */
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import contractTexts from '../../../client/src/kit/i18n/texts/contract/en.json';
import earnTexts from '../../../client/src/products/earn/texts/en.json';
import optionTexts from '../../../client/src/products/option/texts/en.json';
import referralTexts from '../../../client/src/products/referral/texts/en.json';
import publishTexts from '../../../client/src/kit/i18n/texts/publish/en.json';
import staffTexts from '../../../client/src/kit/i18n/texts/staff/en.json';
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

/** The minified build: a page parses it in half the time. */
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Axed extends Window {
  axe?: { run(of: Document, options: RunOptions): Promise<AxeResults> };
  readAxe?(): void;
  /** Style sheet that suppresses painting, see `visit.ts`. */
  unpainted?: CSSStyleSheet;
}

/** Pages with axe already installed: it is half a megabyte, so it is sent once and parsed on demand. */
const equipped = new WeakSet<Page>();

/**
 * Time limit for a screen to finish loading. Findings are collected after that; parts still loading are not findings.
 */
export const WHOLE_MS_MAX = 20_000;

/** Violations of the given rules, or of all, as lines: the rule, the element and the problem. */
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

/** Runs in the page: checks for completeness and violations in one call, because the screen may change in between. */
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
  // Collecting passed checks as well would take twice as long.
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(rules.length > 0 ? { runOnly: { type: 'rule', values: rules } } : {}),
  });
  if (unpainted) unpainted.disabled = false;
  return violations;
}

/**
 * Repeats until the screen is complete or time is up. Starts again if the page is left meanwhile, e.g. reloads itself.
 */
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

/** State of a screen, collected in one call, because round trips to the page take longer than the check. */
export interface Shown {
  isLoading: boolean;
  headings: number;
  language: string | null;
  texts: string[];
  tooWide: string[];
}

/** Findings for a screen that should be in this language throughout; axe is separate. */
export async function lookFindings(
  page: Page,
  language: string,
  { msMax = WHOLE_MS_MAX }: { msMax?: number } = {},
): Promise<string[]> {
  const shown = await whole(async (isLast) => {
    const seen = await page.evaluate(whatIsShown);
    // Between two screens the page shows none, or the previous one in its language.
    const isWhole = seen.headings === 1 && seen.language === language && !seen.isLoading;
    return isWhole || isLast ? seen : null;
  }, msMax);
  return wrongWith(shown, language);
}

/** Findings for a screen whose state was read when it was complete. */
export function wrongWith(shown: Shown, language: string): string[] {
  return [
    ...(shown.headings === 1 ? [] : [`${shown.headings} first headings`]),
    ...(shown.isLoading ? ['loading still'] : []),
    ...(shown.language === language ? [] : [`lang="${shown.language}"`]),
    ...missing(shown.texts).map((text) => `text missing: ${text}`),
    ...shown.tooWide,
  ];
}

/** Number of pixels by which the page is wider than its window, and the elements that stick out. */
export async function overflow(page: Page): Promise<string[]> {
  const { tooWide } = await whole(async (isLast) => {
    const seen = await page.evaluate(whatIsShown);
    return isLast || !seen.isLoading ? seen : null;
  });
  return tooWide;
}

/** Untranslated text names, and placeholders that were not filled in. */
function missing(texts: readonly string[]): string[] {
  return texts.filter((text) => text.includes('{{') || (text.match(KEY_IN_TEXT) ?? []).some((key) => isKey(key, text)));
}

/** A text that consists of a key counts even if English lacks it; within a sentence only known keys count. */
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
    // Duplicates add nothing, and other texts can hold neither a placeholder nor a text name.
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
