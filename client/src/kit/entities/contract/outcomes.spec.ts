/** Position outcomes: the specification’s worked examples, and equality with the exchange’s rules. */
import fc from 'fast-check';
import { RISK, sides, TAKER_PPB } from '../../../../../test/tools/fixtures/perpetual-terms';
import { isUndermargined, excessMarginAt } from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import { decimalOf } from '../../../../../shared/rules/units';
import { MARKET } from '../../../testing/market';
import { PERPETUAL } from '../../../testing/perpetual';
import { compare, exact, sumOf } from '../../lib/numbers/exact';
import { closingOf, openingOf, outcomeTermsOf, targetOf, type OpeningInput, type OutcomeTerms } from './outcomes';

const TERMS = outcomeTermsOf(PERPETUAL, TAKER_PPB) as OutcomeTerms;

const LONG: OpeningInput = {
  side: 'long',
  quantity: '0.5',
  price: '60000',
  leverage: 20,
  mark: null,
  existingPosition: null,
};
const SHORT: OpeningInput = {
  side: 'short',
  quantity: '0.4',
  price: '50000',
  leverage: 25,
  mark: null,
  existingPosition: null,
};

test('outcome terms equal the core’s terms; a spot market has none', () => {
  expect(TERMS.risk).toEqual(RISK);
  expect(TERMS.perTickLot).toBe(10_000n);
  expect(outcomeTermsOf(MARKET, TAKER_PPB)).toBeNull();
});

describe('opening outcome', () => {
  test.each<[string, OpeningInput, object]>([
    [
      'a long of 20x',
      LONG,
      {
        value: '30000',
        margin: '1500',
        fee: '16.5',
        reserve: '15.675',
        loss: '0',
        total: '1532.175',
        liquidationPrice: '57229',
      },
    ],
    [
      'a short of 25x',
      SHORT,
      {
        value: '20000',
        margin: '800',
        fee: '11',
        reserve: '11.44',
        loss: '0',
        total: '822.44',
        liquidationPrice: '51793',
      },
    ],
    ['a long goes bankrupt where its margin is gone', LONG, { bankruptcyPrice: '57000' }],
    ['and a short', SHORT, { bankruptcyPrice: '52000' }],
    ['what is bought above the mark is lost at once', { ...LONG, mark: '59990' }, { loss: '5', total: '1537.175' }],
    ['what is bought below it is not', { ...LONG, mark: '60010' }, { loss: '0', total: '1532.175' }],
    [
      'a long that is paid in full has no price at which it is liquidated',
      { ...LONG, leverage: 1 },
      { liquidationPrice: null },
    ],
  ])('%s', (_, wish, expected) => {
    expect(openingOf(TERMS, wish)).toMatchObject({ kind: 'opening', ...expected });
  });

  it('shows prices of the resulting position, not of the order', () => {
    const half = { ...LONG, quantity: '0.25' };
    const existingPosition = { lots: 250, cost: '15000', margin: '757.8375' };
    expect(openingOf(TERMS, { ...half, existingPosition })).toMatchObject({
      value: '15000',
      liquidationPrice: '57229',
      bankruptcyPrice: '57000',
    });
    const added = { ...existingPosition, margin: '1257.8375' };
    expect(openingOf(TERMS, { ...half, existingPosition: added })).toMatchObject({ liquidationPrice: '56224.4' });
  });

  test.each<[string, Partial<OpeningInput>, object]>([
    ['no quantity', { quantity: '' }, { kind: 'invalid', field: 'quantity' }],
    ['nothing', { quantity: '0' }, { kind: 'invalid', field: 'quantity' }],
    ['part of a lot', { quantity: '0.0005' }, { kind: 'invalid', field: 'quantity' }],
    ['less than nothing', { quantity: '-1' }, { kind: 'invalid', field: 'quantity' }],
    ['a price between two ticks', { price: '60000.05' }, { kind: 'invalid', field: 'price' }],
    ['a price of nothing', { price: '0.0' }, { kind: 'invalid', field: 'price' }],
    ['a price beyond all numbers', { price: '9'.repeat(30) }, { kind: 'invalid', field: 'price' }],
    ['a mark between two ticks', { mark: '60000.05' }, { kind: 'invalid', field: 'mark' }],
    ['no leverage', { leverage: 0 }, { kind: 'invalid', field: 'leverage' }],
    ['half a time', { leverage: 1.5 }, { kind: 'invalid', field: 'leverage' }],
    ['more leverage than the tier has', { quantity: '1', leverage: 101 }, { kind: 'leverage_too_high', maximum: 100 }],
    ['a tier that the mark leads to', { leverage: 100, mark: '500000.1' }, { kind: 'leverage_too_high', maximum: 50 }],
    ['more than the last tier', { quantity: '666.667', leverage: 1 }, { kind: 'too_large' }],
  ])('is not computed with %s', (_, wish, expected) => {
    expect(openingOf(TERMS, { ...LONG, ...wish })).toEqual(expected);
  });

  it('values the existing position at the higher of cost and mark', () => {
    const existingPosition = { lots: 4_000, cost: '240000', margin: '4800' };
    const wish = { ...LONG, quantity: '0.1', leverage: 100, existingPosition };
    expect(openingOf(TERMS, wish)).toMatchObject({ kind: 'opening' });
    expect(openingOf(TERMS, { ...wish, mark: '62000' })).toEqual({ kind: 'leverage_too_high', maximum: 50 });
    const dear = { ...existingPosition, cost: '249000' };
    expect(openingOf(TERMS, { ...wish, existingPosition: dear })).toEqual({ kind: 'leverage_too_high', maximum: 50 });
  });

  it('is liquidated exactly at the shown tick, not one tick before', () => {
    const wishes = fc.record({
      side: sides,
      lots: fc.integer({ min: 1, max: 800 }),
      price: fc.integer({ min: 1_000, max: 600_000 }),
      leverage: fc.integer({ min: 2, max: 100 }),
    });
    fc.assert(
      fc.property(wishes, ({ side, lots, price, leverage }) => {
        const [quantity, at] = [decimalOf(BigInt(lots), 3), decimalOf(BigInt(price), 1)];
        const opening = openingOf(TERMS, { side, quantity, price: at, leverage, mark: null, existingPosition: null });
        if (opening.kind !== 'opening' || opening.liquidationPrice === null) throw new Error(opening.kind);
        const perTick = BigInt(lots) * 10_000n;
        const position = { side, perTick, cost: perTick * BigInt(price) };
        const collateral = exact(opening.total, 8) - exact(opening.fee, 8);
        const shown = Number(exact(opening.liquidationPrice, 1));
        const spare = (ticks: number) => isUndermargined(excessMarginAt(RISK, [position], collateral, ticks));
        expect([spare(shown), spare(side === 'long' ? shown + 1 : shown - 1)]).toEqual([true, false]);
      }),
      { seed: 1 },
    );
  });
});

describe('closing outcome', () => {
  const wish = { side: 'long' as const, quantity: '0.5', price: '60000', closePrice: '61000' };

  it('is the price difference less both fees', () => {
    const expected = { kind: 'closing', profit: '500', openFee: '16.5', closeFee: '16.775', result: '466.725' };
    expect(closingOf(TERMS, wish)).toEqual(expected);
    const short = { ...expected, profit: '-500', result: '-533.275' };
    expect(closingOf(TERMS, { ...wish, side: 'short' })).toEqual(short);
  });

  it('is not computed from invalid input', () => {
    expect(closingOf(TERMS, { ...wish, quantity: '1e3' })).toEqual({ kind: 'invalid', field: 'quantity' });
    expect(closingOf(TERMS, { ...wish, price: '' })).toEqual({ kind: 'invalid', field: 'price' });
    expect(closingOf(TERMS, { ...wish, closePrice: '61000.01' })).toEqual({ kind: 'invalid', field: 'closePrice' });
  });
});

describe('price for a target result', () => {
  const wish = { side: 'long' as const, quantity: '0.5', price: '60000', result: '466.725' };

  test.each([
    ['the one that brings it', wish, '61000'],
    ['the next tick for a unit more', { ...wish, result: '466.72500001' }, '61000.1'],
    ['more than the entry for nothing at all: the fees', { ...wish, result: '0' }, '60066.1'],
    ['the lowest there is where more may be lost than there is', { ...wish, result: '-40000' }, '0.1'],
    ['none where a short would have to go below zero', { ...wish, side: 'short' as const, result: '30000' }, null],
  ])('is %s', (_, wanted, price) => {
    expect(targetOf(TERMS, wanted)).toEqual({ kind: 'target', price });
  });

  it('needs a valid amount', () => {
    for (const result of ['', '-', '1e2', '0.000000001']) {
      expect(targetOf(TERMS, { ...wish, result })).toEqual({ kind: 'invalid', field: 'result' });
    }
  });

  it('reaches the result, and one tick less does not', () => {
    const wishes = fc.record({
      side: sides,
      lots: fc.integer({ min: 1, max: 5_000 }),
      price: fc.integer({ min: 1_000, max: 600_000 }),
      result: fc.bigInt(-(10n ** 10n), 10n ** 10n),
    });
    fc.assert(
      fc.property(wishes, ({ side, lots, price, result }) => {
        const position = { side, quantity: decimalOf(BigInt(lots), 3), price: decimalOf(BigInt(price), 1) };
        const wanted = decimalOf(result, 8);
        const target = targetOf(TERMS, { ...position, result: wanted });
        if (target.kind !== 'target') throw new Error(target.kind);
        const brings = (closePrice: string) => {
          const closing = closingOf(TERMS, { ...position, closePrice });
          if (closing.kind !== 'closing') throw new Error(closing.kind);
          return compare(closing.result, wanted) >= 0;
        };
        if (target.price === null) return expect([side, brings('0.1')]).toEqual(['short', false]);
        expect(brings(target.price)).toBe(true);
        const before = sumOf([target.price, side === 'long' ? '-0.1' : '0.1']);
        if (before !== '0') expect(brings(before)).toBe(false);
      }),
      { seed: 1 },
    );
  });
});
