/** Going on within the page, as a link does and as the header's switch does: a fraction of the time of loading it anew. */
import type { Locator, Page } from 'playwright-core';
import { LANGUAGE_NAMES } from '../../../client/src/shared/i18n/languages';
import { HTML_LANG, type Language } from '../../../shared/wire/languages';
import { whatIsShown, type Shown } from './inspect';
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

/**
 * The screen stays as it is and says it in another language; gives what is shown then. The switch is pressed by the page
 * itself, in a fifth of the time that a finger takes; that a finger can press it is seen in `frame.spec.ts`. All of it is
 * asked at once, since asking takes longer than most screens do. Null where the screen had questions of its own, after
 * which it may change once more: then it is settled, and to be looked at.
 */
export async function toldIn(page: Page, watch: Watch, language: Language): Promise<Shown | null> {
  const [wasWaiting, asked] = [watch.isWaiting(), watch.asked()];
  const choice = JSON.stringify({ name: LANGUAGE_NAMES[language], tag: HTML_LANG[language] });
  const [press, calm, look] = [pressed, isCalmWhenPainted, whatIsShown].map(String);
  const told = await page.evaluate<{ isCalm: boolean; shown: Shown }>(
    `(async () => { await (${press})(${choice}); return { isCalm: await (${calm})(), shown: (${look})() }; })()`,
  );
  if (told.isCalm && !wasWaiting && watch.asked() === asked) return told.shown;
  await settled(page, watch);
  return null;
}

/** Runs in the page. */
async function pressed({ name, tag }: { name: string; tag: string }): Promise<void> {
  const frame = (): Promise<unknown> => new Promise((painted) => requestAnimationFrame(painted));
  document.querySelector<HTMLElement>('header [role="combobox"]')?.click();
  const option = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(({ textContent }) => textContent === name);
  while (!option()) await frame();
  option()?.click();
  while (document.documentElement.lang !== tag) await frame();
}

/** Of a choice of the kit, the option of that name. */
export async function choose(combobox: Locator, option: string): Promise<void> {
  await combobox.click();
  await combobox.page().getByRole('option', { name: option, exact: true }).click();
}
