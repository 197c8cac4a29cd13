/** Fills forms by their labels and reads the messages below the fields. */
import type { Locator, Page } from 'playwright-core';
import { soon } from './soon';

export const field = (of: Page | Locator, name: string) => of.getByLabel(name, { exact: true });

const below = (of: Locator, name: string) =>
  field(of, name).evaluate((input) => {
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  });

export async function saysBelow(of: Locator, name: string, text: string): Promise<void> {
  await soon(
    () => below(of, name),
    (now) => expect(now).toContain(text),
  );
}
