import fc from 'fast-check';
import { decimalOf, scaleOf, unitsOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { isAbove, isMultiple } from '../../lib/numbers/exact';
import { MARKET as LISTED } from '../../../testing/market';
import {
  bandEdge,
  chargeFor,
  estimateMarket,
  faultsOf,
  heldBy,
  nearestTick,
  percentOf,
  quantityAtPercent,
  quantityFor,
  shareOf,
  stepped,
  totalOf,
  withinLimit,
  type Scales,
} from './order-terms';

const MARKET: MarketRecord = {
  ...LISTED,
  quantityMax: '100',
  makerFeesPpb: [1_000_000, 900_000],
  takerFeesPpb: [1_000_000, 950_000],
};

const decimals = (scale: number, max: bigint) => fc.bigInt({ min: 0n, max }).map((units) => decimalOf(units, scale));
const available = decimals(8, 10n ** 16n);
const price = fc.bigInt({ min: 1n, max: 10n ** 8n }).map((ticks) => decimalOf(ticks, 2));
const percent = fc.integer({ min: 0, max: 100 });
const lots = fc.constantFrom('0.00001', '0.1', '1', '0.005');

describe('spendable quantity', () => {
  it('by percent of a buy is within the balance and in whole lots', () => {
    fc.assert(
      fc.property(percent, available, price, lots, (share, money, at, lot) => {
        const quantity = quantityAtPercent('buy', share, money, at, { lot, quantityMax: '100000000' }) as string;
        expect(isAbove(heldBy({ side: 'buy', kind: 'limit', price: at, quantity }) as string, money)).toBe(false);
        expect(isMultiple(quantity, lot)).toBe(true);
      }),
    );
  });

  it('by percent of a sell is within the balance and in whole lots', () => {
    fc.assert(
      fc.property(percent, available, lots, (share, coins, lot) => {
        const quantity = quantityAtPercent('sell', share, coins, '1', { lot, quantityMax: '100000000' }) as string;
        expect(isAbove(quantity, coins)).toBe(false);
        expect(isMultiple(quantity, lot)).toBe(true);
      }),
    );
  });

  it('for a total is the most whole lots within it', () => {
    fc.assert(
      fc.property(available, price, lots, (total, at, lot) => {
        const quantity = quantityFor(total, at, lot) as string;
        expect(isAbove(totalOf(at, quantity), total)).toBe(false);
        const scale = scaleOf(lot);
        const more = decimalOf((unitsOf(quantity, scale) as bigint) + (unitsOf(lot, scale) as bigint), scale);
        expect(isAbove(totalOf(at, more), total)).toBe(true);
      }),
    );
  });

  it('for an amount is rounded down to the step', () => {
    expect(shareOf('1234.56789', 100, '0.01')).toBe('1234.56');
    expect(shareOf('1', 33, '0.1')).toBe('0.3');
    fc.assert(
      fc.property(percent, available, (share, money) => {
        expect(isAbove(shareOf(money, share, '0.01'), money)).toBe(false);
      }),
    );
  });

  it('is limited by the market’s maximum', () => {
    expect(quantityAtPercent('sell', 100, '500', '1', MARKET)).toBe('100');
  });

  it('needs a price for a buy', () => {
    expect(quantityAtPercent('buy', 50, '100', null, MARKET)).toBeNull();
    expect(quantityFor('100', '0', '1')).toBeNull();
  });
});

describe('market order estimate', () => {
  const levels = [
    ['100', '1'],
    ['101', '2'],
  ] as const;

  it('walks the book by quantity', () => {
    expect(estimateMarket(levels, { quantity: '2' }, MARKET)).toEqual({
      quantity: '2',
      cost: '201',
      averagePrice: '100.5',
      isPartial: false,
    });
    expect(estimateMarket(levels, { quantity: '5' }, MARKET)).toMatchObject({ quantity: '3', isPartial: true });
  });

  it('spends at most the amount, in whole lots', () => {
    fc.assert(
      fc.property(decimals(8, 10n ** 12n), (amount) => {
        const { cost, quantity } = estimateMarket(levels, { amount }, MARKET);
        expect(isAbove(cost, amount)).toBe(false);
        expect(isMultiple(quantity, MARKET.lot)).toBe(true);
      }),
    );
    expect(estimateMarket(levels, { amount: '150.5' }, MARKET)).toMatchObject({ quantity: '1.5', cost: '150.5' });
  });

  it('has no average price on an empty book', () => {
    expect(estimateMarket([], { quantity: '1' }, MARKET)).toMatchObject({ averagePrice: null, isPartial: true });
  });
});

describe('market terms', () => {
  const limit = { side: 'buy', kind: 'limit', price: '65000', quantity: '0.1' } as const;
  const codes = (wish: Parameters<typeof faultsOf>[0], money: string | null = '1000000') =>
    faultsOf(wish, MARKET, '65000', money).map(({ code }) => code);

  it.each([
    [limit, []],
    [{ ...limit, price: '65000.005' }, ['price.off.tick']],
    [{ ...limit, price: '2000000' }, ['price.out.of.range']],
    [{ ...limit, price: '0' }, ['price.out.of.range']],
    [{ ...limit, quantity: '0' }, ['quantity.not.positive']],
    [{ ...limit, quantity: '0.000001' }, ['quantity.too.small']],
    [{ ...limit, quantity: '0.000011' }, ['quantity.off.lot']],
    [{ ...limit, quantity: '101' }, ['quantity.too.large']],
    [{ ...limit, quantity: '0.00007' }, ['notional.too.small']],
    [{ ...limit, quantity: '20' }, ['balance.insufficient']],
    [{ side: 'buy', kind: 'market', amount: '0' }, ['amount.not.positive']],
    [{ side: 'buy', kind: 'market', amount: '4.99' }, ['notional.too.small']],
    [{ side: 'buy', kind: 'market', amount: '1000000.01' }, ['balance.insufficient']],
    [{ side: 'sell', kind: 'market', quantity: '1' }, []],
    [{ ...limit, kind: 'stop_limit', trigger: '65000.00' }, ['trigger.at.last.price']],
    [{ ...limit, kind: 'stop_limit', trigger: '66000' }, []],
  ] as const)('refuse %j with %j', (wish, expected) => expect(codes(wish)).toEqual(expected));

  it('do not check a visitor’s balance', () => {
    expect(codes({ ...limit, quantity: '20' }, null)).toEqual([]);
  });
});

describe('fees', () => {
  it('are deducted from the received amount, rounded up', () => {
    const of = (received: string, ratePpb: number) =>
      chargeFor({ side: 'buy', received, price: '1' }, { ratePpb, fixed: null });
    expect(of('0.1', 1_000_000)).toBe('0.0001');
    expect(of('0.00000001', 1_000_000)).toBe('0.00000001');
    expect(of('1', 0)).toBe('0');
  });

  it('of a fixed amount: unchanged for sells, converted and rounded up for buys, at most the received amount', () => {
    const of = (received: string, side: 'buy' | 'sell', price: string | null, scales?: Scales) =>
      chargeFor({ side, received, price }, { ratePpb: 0, fixed: '2' }, scales);
    expect(of('100', 'sell', null)).toBe('2');
    expect(of('1.5', 'sell', null)).toBe('1.5');
    expect(of('1', 'buy', '30000')).toBe('0.00006667');
    expect(of('0.00001', 'buy', '30000')).toBe('0.00001');
    expect(of('1', 'buy', null)).toBeNull();
    expect(of('1', 'buy', '0')).toBeNull();
    // Rounded to the smallest unit of the asset.
    expect(of('1', 'buy', '30000', { base: 6, quote: 2 })).toBe('0.000067');
    expect(
      chargeFor(
        { side: 'sell', received: '10.01', price: '1' },
        { ratePpb: 1_000_000, fixed: null },
        { base: 8, quote: 2 },
      ),
    ).toBe('0.02');
  });
});

describe('prices', () => {
  it('from a pointer are rounded to the nearest tick', () => {
    expect(nearestTick(65_000.004_9, '0.01')).toBe('65000');
    expect(nearestTick(-3, '0.01')).toBe('0.01');
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e6, noNaN: true }), (at) => {
        expect(isMultiple(nearestTick(at, '0.01'), '0.01')).toBe(true);
      }),
    );
  });

  it('step by ticks and stay positive', () => {
    expect(stepped('65000.01', '0.01', 1)).toBe('65000.02');
    expect(stepped('0.01', '0.01', -1)).toBe('0.01');
    expect(stepped('0', '0.5', 1)).toBe('0.5');
  });
});

describe('share', () => {
  it('is a whole percentage of at most 100', () => {
    expect([percentOf('1', '3'), percentOf('5', '3'), percentOf('1', '0'), percentOf('0', '1')]).toEqual([
      33, 100, 0, 0,
    ]);
  });
});

describe('price limit of an order', () => {
  it('is the exchange’s band around the last price for a market order', () => {
    expect(bandEdge('buy', '65000', MARKET)).toBe('71500');
    expect(bandEdge('sell', '65000', MARKET)).toBe('58500');
    expect(bandEdge('buy', '950000', MARKET)).toBe('1000000');
    expect(bandEdge('sell', '0.01', { ...MARKET, bandPpb: 999_999_999 })).toBe('0.01');
  });

  it('is the limit price for a limit order', () => {
    const levels = [
      ['100', '1'],
      ['101', '2'],
    ] as const;
    expect(withinLimit('buy', levels, '100.5')).toEqual([['100', '1']]);
    expect(withinLimit('buy', levels, '101')).toEqual(levels);
    expect(withinLimit('buy', levels, '99')).toEqual([]);
    expect(
      withinLimit(
        'sell',
        [
          ['99', '1'],
          ['98', '1'],
        ],
        '98.5',
      ),
    ).toEqual([['99', '1']]);
  });
});
