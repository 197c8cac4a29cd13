/** What every screen must be, whatever is on it. */
import { source, type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import staffTexts from '../../../client/src/shared/i18n/texts/staff/en.json';
import { texts } from './words';

const FORM_OF_NUMBER = /_(zero|one|two|few|many|other)$/;
const KEYS: ReadonlySet<string> = new Set(
  Object.keys({ ...texts, ...staffTexts }).map((key) => key.replace(FORM_OF_NUMBER, '')),
);
const KEY_IN_TEXT = new RegExp(`(?<![\\w.@/-])(${[...areas()].join('|')})(\\.[a-z0-9_]+)+(?![\\w@])`, 'g');

interface Axed extends Window {
  axe?: { run(of: Document, options: RunOptions): Promise<AxeResults> };
}

/** Violations as lines: the rule, where, and what is wrong there. */
export async function axeFindings(page: Page): Promise<string[]> {
  // It is half a megabyte, and to read it takes a page as long as to be looked at: once for as long as the page stays.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as Axed;
    if (!axe) throw new Error('the page was left while it was looked at');
    // Of what is right nothing is told: that would take as long again.
    const { violations: found } = await axe.run(document, { resultTypes: ['violations'] });
    return { violations: found };
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '', html }) => `${id} at ${target.join(' ')}\n${html}\n${failureSummary}`),
  );
}

/** Names of texts where their words should be, and gaps in texts that nothing was put into. */
export async function missingTexts(page: Page): Promise<string[]> {
  const shown = await page.evaluate(textsShown);
  return shown.filter((text) => text.includes('{{') || (text.match(KEY_IN_TEXT) ?? []).some((key) => isKey(key, text)));
}

/** A key alone is one even if English has forgotten it; within a sentence only a known one is. */
function isKey(key: string, text: string): boolean {
  return key === text || KEYS.has(key);
}

function areas(): Set<string> {
  return new Set([...KEYS].map((key) => key.slice(0, key.indexOf('.'))));
}

/** Runs in the page. */
function textsShown(): string[] {
  const found: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode.nodeValue ?? '');
  for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? '');
  }
  return found.map((text) => text.trim()).filter((text) => text !== '');
}

/** By how many pixels the page is wider than its window, and the elements that stick out. */
export async function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    const names = outside.slice(0, 5).map((element) => {
      const { tagName, className, textContent, parentElement } = element;
      return `${tagName.toLowerCase()}.${className} "${textContent.slice(0, 20)}" in .${parentElement?.className}`;
    });
    return [`${root.scrollWidth - root.clientWidth} px too wide: ${names.join(', ')}`];
  });
}
