/** The displayed collateral value equals the core's computation. */
import fc from 'fast-check';
import { largestValueOf, smallestValueOf } from '../../../products/wallet/core/value';
import { LiveViews } from '../../../views/live/live-views';
import { credit, given, indexTerms, lastPrice, publish, staff } from '../../../../test/tools/fixtures/core-fixture';
import { Prices, usdtValue } from './prices.queries';

const HOUR_MS = 3_600_000;
const price = fc.integer({ min: 50, max: 200 });

test('for every asset, by markets and index, in either direction, at any time', () => {
  const maybe = fc.option(price);
  const met = new Set<string>();
  fc.assert(
    fc.property(maybe, maybe, maybe, maybe, maybe, fc.nat(30), fc.bigInt({ min: 1n, max: 10n ** 12n }), (...drawn) => {
      const [last, index, inverse, own, unlisted, hours, amount] = drawn;
      const scenario = given(
        staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }),
        credit('USD', 10_000n, 'bank/1'),
        ...(last === null ? [] : lastPrice(last)),
      );
      const symbols = { 'BTC-USDT': index, 'USDT-USD': inverse, 'USDT-BTC': own, 'XYZ-USDT': unlisted };
      for (const [symbol, shown] of Object.entries(symbols)) {
        if (shown !== null) scenario.given(indexTerms({ symbol }), publish([shown, shown + 1], undefined, symbol));
      }
      const { state, batches, now } = scenario.exchange;
      const at = now + hours * HOUR_MS;
      const views = new LiveViews();
      views.fold(batches);
      const prices = new Prices(views, () => at);
      for (const [asset, { scale }] of state.assets) {
        const known = prices.highestPrice(asset);
        const value = known && usdtValue(amount, scale, known, 'up');
        expect([asset, value]).toEqual([asset, largestValueOf(state, asset, amount, at)]);
        const covering = prices.collateralPrice(asset);
        const cover = covering ? usdtValue(amount, scale, covering, 'down') : 0n;
        expect([asset, cover]).toEqual([asset, smallestValueOf(state, asset, amount, at)]);
        if (cover > 0n) met.add(asset);
      }
    }),
    { seed: 1, numRuns: 60 },
  );
  // An index is fresh for ten seconds: at the hour itself, or never.
  expect([...met].sort()).toEqual(['BTC', 'USD', 'USDT', 'XYZ']);
});
