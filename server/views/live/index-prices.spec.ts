import { given, indexTerms, publish, type Scenario } from '../../../test/tools/fixtures/core-fixture';
import { IndexPricesView } from './index-prices';

const BTC = 'BTC-USDT';

/** Returns a view that folded every batch, and one seeded with the current state. */
function viewsOf({ exchange }: Scenario): IndexPricesView[] {
  const [folded, seeded] = [new IndexPricesView(), new IndexPricesView()];
  for (const batch of exchange.batches) folded.fold(batch);
  seeded.seed(exchange.state);
  return [folded, seeded];
}

test('has the latest price and its sources by name', () => {
  const scenario = given(indexTerms(), publish([10_000, 10_150, 20_000]));
  const { at, first, events } = scenario.exchange.batches.at(-1)!;
  const source = (name: string, price: string) => ({ name, price, at: 1_760_000_000_000 });
  for (const view of viewsOf(scenario)) {
    expect(view.read(BTC, at)).toEqual({
      market: BTC,
      position: first + events.length - 1,
      price: '100.75',
      at,
      isStale: false,
      sources: [source('a', '100'), source('b', '101.5')],
      asOf: at,
    });
  }
});

test('is stale when older than the current terms allow', () => {
  const scenario = given(indexTerms({ staleMs: 10_000 }), publish([100, 100]));
  const { at } = scenario.exchange.batches.at(-1)!;
  for (const view of viewsOf(scenario)) {
    expect(view.read(BTC, at + 10_000)).toMatchObject({ isStale: false, price: '1', asOf: at + 10_000 });
    expect(view.read(BTC, at + 10_001)).toMatchObject({ isStale: true, price: '1' });
  }
  for (const view of viewsOf(scenario.given(indexTerms({ staleMs: 60_000 })))) {
    expect(view.read(BTC, at + 10_001).isStale).toBe(false);
    expect(view.terms()).toMatchObject([{ symbol: BTC, staleMs: 60_000 }]);
  }
});

test('has no price before the first publication, or without an index', () => {
  for (const view of viewsOf(given(indexTerms()))) {
    const none = { price: null, at: null, isStale: true, sources: [] };
    expect(view.read(BTC, 7)).toMatchObject({ market: BTC, ...none, asOf: 7 });
    expect(view.read('ETH-USDT', 7)).toMatchObject({ market: 'ETH-USDT', ...none });
    expect([view.has(BTC), view.has('ETH-USDT')]).toEqual([true, false]);
  }
});

test('has a price within an age, inclusive', () => {
  const scenario = given(indexTerms(), publish([100, 100]));
  const { at } = scenario.exchange.batches.at(-1)!;
  for (const view of viewsOf(scenario)) {
    expect(view.priceWithin(BTC, at + 5, 5)).toBe('1');
    expect(view.priceWithin(BTC, at + 6, 5)).toBeNull();
    expect(view.priceWithin('ETH-USDT', at, 5)).toBeNull();
  }
});

test('counts as changed after each publication until it is taken', () => {
  const scenario = given(indexTerms());
  const view = new IndexPricesView();
  const fold = (): void =>
    scenario.exchange.batches.filter(({ first }) => first > view.position).forEach((batch) => view.fold(batch));
  fold();
  expect(view.take(BTC, 0).price).toBeNull();
  expect(view.hasChanged(BTC)).toBe(false);
  scenario.given(publish([100, 100]));
  fold();
  expect(view.hasChanged(BTC)).toBe(true);
  expect(view.read(BTC, 0).price).toBe('1');
  expect(view.hasChanged(BTC)).toBe(true);
  expect(view.take(BTC, 0).price).toBe('1');
  expect([view.hasChanged(BTC), view.hasChanged('ETH-USDT')]).toEqual([false, false]);
});
