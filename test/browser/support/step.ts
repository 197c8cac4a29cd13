/** Going on within the page, as a link does and as the header's switch does: a fraction of the time of loading it anew. */
import type { Locator, Page } from 'playwright-core';
import { LANGUAGE_NAMES } from '../../../client/src/shared/i18n/languages';
import { HTML_LANG, LANGUAGES, type Language } from '../../../shared/wire/languages';
import { WHOLE_MS_MAX, whatIsShown, type Shown } from './inspect';
import { isCalmWhenPainted, settled, type Watch } from './visit';

/** To another screen: each has a heading of its own, and that of the one before is told by a mark. */
export async function stepTo(page: Page, watch: Watch, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.locator('main h1:not([data-left])').first().waitFor({ state: 'attached' });
  await settled(page, watch);
}

/** The same where there is such a page, and another screen on it; else it is loaded. */
export async function showOn(page: Page, watch: Watch, address: string): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  const isElsewhere = origin === 'null' || new URL(address, origin).pathname === pathname;
  if (!isElsewhere) return stepTo(page, watch, address);
  await page.goto(address);
  await settled(page, watch);
}

/** Of all of them, so that the screen is left in the one that axe looks at. */
export const ENGLISH_LAST: readonly Language[] = [...LANGUAGES.filter((language) => language !== 'en'), 'en'];

/**
 * The screen stays as it is and says it in one language after the other; gives what is shown in each. The switch is pressed
 * by the page itself, in a fifth of the time that a finger takes; that a finger can press it is seen in `frame.spec.ts`. All
 * of them are asked at once, since asking takes longer than most screens do. Where a part of the client was loaded for one
 * of them they are asked again: what it brings may have come after the look.
 */
export async function toldInEach(page: Page, watch: Watch, languages: readonly Language[]): Promise<Shown[]> {
  const choices = languages.map((language) => ({ name: LANGUAGE_NAMES[language], tag: HTML_LANG[language] }));
  const [told, count, calm, look] = [toldIn, countQuestions, isCalmWhenPainted, whatIsShown].map(String);
  const given = `${JSON.stringify(choices)}, (${count})(), ${calm}, ${look}`;
  for (;;) {
    const before = watch.parts();
    const shown = await page.evaluate<Shown[]>(`(${told})(${given}, ${WHOLE_MS_MAX})`);
    await settled(page, watch);
    if (watch.parts() === before) return shown;
  }
}

interface Choice {
  name: string;
  tag: string;
}

/** Runs in the page: each is looked at when it is whole, or long enough under way. */
async function toldIn(
  choices: readonly Choice[],
  questions: { open: number },
  isCalm: () => Promise<boolean>,
  look: () => Shown,
  msMax: number,
): Promise<Shown[]> {
  const turn = (): Promise<unknown> => new Promise((over) => setTimeout(over));
  const told: Shown[] = [];
  for (const { name, tag } of choices) {
    document.querySelector<HTMLElement>('header [role="combobox"]')?.click();
    const option = (): HTMLElement | undefined =>
      [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(({ textContent }) => textContent === name);
    while (!option()) await turn();
    option()?.click();
    while (document.documentElement.lang !== tag) await turn();
    const deadline = Date.now() + msMax;
    for (let isTold = false; !isTold;) {
      const isLate = Date.now() > deadline;
      // What is answered is looked at when it is painted: to render may be to ask for more.
      while (questions.open > 0 && Date.now() <= deadline) await turn();
      const isWhole = (await isCalm()) && questions.open === 0;
      const shown = isWhole || isLate ? look() : null;
      isTold = shown !== null && (isLate || (shown.headings === 1 && !shown.isLoading));
      if (shown && isTold) told.push(shown);
    }
  }
  return told;
}

interface Asking extends Window {
  questions?: { open: number };
}

/** Runs in the page: from now on it knows how many of its questions have not been answered to the last word. */
function countQuestions(): { open: number } {
  const asking: Asking = window;
  if (asking.questions) return asking.questions;
  const questions = (asking.questions = { open: 0 });
  const send = window.fetch.bind(window);
  const closed = (): void => void (questions.open -= 1);
  window.fetch = async (...question) => {
    questions.open += 1;
    const answer = send(...question);
    answer.then((response) => response.clone().arrayBuffer()).then(closed, closed);
    return answer;
  };
  return questions;
}

/** Of a choice of the kit, the option of that name. */
export async function choose(combobox: Locator, option: string): Promise<void> {
  await combobox.click();
  await combobox.page().getByRole('option', { name: option, exact: true }).click();
}
