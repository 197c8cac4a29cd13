/** Going on within the page, as a link does: half the time of loading it anew. */
import type { Page } from 'playwright-core';
import { NOWHERE } from './screens';
import { settled, type Watch } from './visit';

export type Step = (address: string) => Promise<void>;

/** Loads the page once; each step then leads by way of a screen like no other, so that the new one is told from the old. */
export async function stepsOn(page: Page, watch: Watch): Promise<Step> {
  await page.goto(NOWHERE);
  await settled(page, watch);
  const nowhere = (await page.locator('main h1').textContent()) ?? '';

  async function go(address: string, isHeadedSo: boolean): Promise<void> {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await page.waitForFunction(
      ([heading, isWanted]) => {
        const shown = document.querySelector('main h1');
        return shown !== null && (shown.textContent === heading) === isWanted;
      },
      [nowhere, isHeadedSo] as const,
    );
    await settled(page, watch);
  }

  return async (address) => {
    await go(NOWHERE, true);
    // What the screen before left behind is none of this one's.
    watch.take();
    if (address !== NOWHERE) await go(address, false);
  };
}
