/** Navigation within a loaded page, by links and the language switch: a fraction of the time of a reload. */
import type { Locator, Page } from 'playwright-core';
import { LANGUAGE_NAMES } from '../../../client/src/kit/i18n/languages';
import { HTML_LANG, LANGUAGES, type Language } from '../../../shared/wire/languages';
import { WHOLE_MS_MAX, whatIsShown, type Shown } from './inspect';
import { isCalmWhenPainted, settled, type Watch } from './visit';

/** Opens another screen. Marks the heading of the previous screen to tell it from the new one. */
export async function stepTo(page: Page, watch: Watch, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.locator('main h1:not([data-left])').first().waitFor({ state: 'attached' });
  await settled(page, watch);
}

/** Navigates within the page if it shows another screen of the exchange; otherwise loads the address. */
export async function showOn(page: Page, watch: Watch, address: string): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  const isElsewhere = origin === 'null' || new URL(address, origin).pathname === pathname;
  if (!isElsewhere) return stepTo(page, watch, address);
  await page.goto(address);
  await settled(page, watch);
}

/** English last, because axe then checks the screen in English. */
export const ENGLISH_LAST: readonly Language[] = [...LANGUAGES.filter((language) => language !== 'en'), 'en'];

/**
 * Switches the screen through the languages and returns its state in each. The page clicks the switch itself, in a
 * fifth of the time of real input; `frame.spec.ts` covers real input. All languages run in one call, because round
 * trips take longer than most screens. If a part of the client was loaded meanwhile the call is repeated, as its
 * content may have come after the check.
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

/** Runs in the page: reads each language once the screen is complete or time is up. */
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
      // Read after painting, because rendering may start further requests.
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

/** Runs in the page: counts the requests whose response body has not fully arrived. */
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

/** Picks the option of that name in a combobox. */
export async function choose(combobox: Locator, option: string): Promise<void> {
  await combobox.click();
  await combobox.page().getByRole('option', { name: option, exact: true }).click();
}
