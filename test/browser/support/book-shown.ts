/** Compares the order book on the screen with the server's. */
import type { Page } from 'playwright-core';
import type { HttpExchange } from '../../tools/people/http-exchange';
import { pause } from './soon';
import { MARKET } from './trading-floor';
import { words } from './words';

/** Price and quantity, best first. */
type Side = readonly (readonly [number, number])[];
interface Sides {
  bids: Side;
  asks: Side;
}

export async function bookShown(page: Page): Promise<Sides> {
  const side = async (name: 'bids' | 'asks') => {
    const table = page.getByRole('table', { name: words(`book.${name}`), exact: true });
    const rows = await table.locator('tbody tr').evaluateAll((elements) =>
      elements
        .map((row) => [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').replace(/[^\d.]/g, '')))
        .filter((cells) => cells.length === 3)
        .map(([price, quantity]): [number, number] => [Number(price), Number(quantity)]),
    );
    const direction = name === 'asks' ? 1 : -1;
    return rows.sort(([a], [b]) => direction * (a - b));
  };
  return { bids: await side('bids'), asks: await side('asks') };
}

/** Waits until every visible row equals the server's and both sides have rows. */
export async function expectServersBook(page: Page, exchange: HttpExchange, msMax = 20_000): Promise<void> {
  const deadline = Date.now() + msMax;
  for (;;) {
    const [shown, served] = await Promise.all([bookShown(page), bookServed(exchange)]);
    const expected = { bids: served.bids.slice(0, shown.bids.length), asks: served.asks.slice(0, shown.asks.length) };
    const isShown = shown.bids.length > 0 && shown.asks.length > 0;
    if (isShown && JSON.stringify(shown) === JSON.stringify(expected)) return;
    if (Date.now() > deadline) return expect(shown).toEqual(expected);
    await pause();
  }
}

async function bookServed(exchange: HttpExchange): Promise<Sides> {
  const { data } = await exchange.get(`/app/spot/depth?market=${MARKET}&levels=100`);
  const side = (levels: [string, string][]): Side =>
    levels.map(([price, quantity]) => [Number(price), Number(quantity)]);
  return { bids: side(data.bids), asks: side(data.asks) };
}

export async function expectPhase(page: Page, phase: 'live' | 'stale', msMax = 30_000): Promise<void> {
  const badge = page.getByRole('status').filter({ hasText: words('phase.label') });
  await badge.filter({ hasText: words(`phase.${phase}`) }).waitFor({ timeout: msMax });
}
