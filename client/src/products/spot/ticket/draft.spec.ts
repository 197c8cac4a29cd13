import fc from 'fast-check';
import { decimalOf } from '../../../../../shared/rules/units';
import { heldBy } from '../../../entities/order/order-terms';
import { isAbove, isMultiple } from '../../../shared/lib/numbers/exact';
import { EMPTY, decimalOfTyped, readTyped, typedOf } from '../../../shared/lib/numbers/typed';
import {
  afterPlacing,
  atPercent,
  edited,
  emptyDraft,
  fieldsOf,
  percentShown,
  wishOf,
  type Draft,
  type DraftField,
  type DraftTerms,
} from './draft';

const MARKET = { lot: '0.00001', tick: '0.01', quantityMax: '100' };
const BUY: DraftTerms = { side: 'buy', kind: 'limit', market: MARKET, available: '1000' };
const SELL: DraftTerms = { ...BUY, side: 'sell', available: '0.5' };

/** One field after the other, each with what somebody types there. */
function typedInto(draft: Draft, ...typed: [DraftField, string][]): Draft {
  return typed.reduce(
    (known, [field, text]) => edited(known, field, readTyped(text, { tag: 'en', scale: 8, beyond: 'down' }), MARKET),
    draft,
  );
}
const decimals = (draft: Draft) => ({ quantity: decimalOfTyped(draft.quantity), total: decimalOfTyped(draft.total) });

describe('the fields of an order', () => {
  it('follow each other: total follows price and quantity', () => {
    const priced = typedInto(emptyDraft('100'), ['quantity', '2']);
    expect(decimals(priced)).toEqual({ quantity: '2', total: '200' });
    expect(decimals(typedInto(priced, ['price', '150.5']))).toEqual({ quantity: '2', total: '301' });
  });

  it('follow each other: quantity follows the total, in whole lots, whatever becomes of the price', () => {
    const draft = typedInto(emptyDraft('300'), ['total', '100']);
    expect(decimals(draft)).toEqual({ quantity: '0.33333', total: '100' });
    expect(wishOf(draft, BUY)).toEqual({ side: 'buy', kind: 'limit', price: '300', quantity: '0.33333' });
    expect(decimals(typedInto(draft, ['price', '200']))).toEqual({ quantity: '0.5', total: '100' });
  });

  it('are emptied with what they followed', () => {
    const draft = typedInto(emptyDraft('100'), ['quantity', '2']);
    expect(typedInto(draft, ['quantity', ''])).toMatchObject({ quantity: EMPTY, total: EMPTY });
    expect(typedInto(draft, ['price', 'x'])).toMatchObject({ quantity: typedOf('2'), total: EMPTY });
  });

  it('of a market buy are an amount that nothing else changes, of a market sell a quantity', () => {
    const draft = typedInto(emptyDraft('100'), ['spent', '50.'], ['quantity', '1'], ['total', '70'], ['price', '7']);
    expect(wishOf(draft, { side: 'buy', kind: 'market' })).toEqual({ side: 'buy', kind: 'market', amount: '50' });
    expect(wishOf(draft, { side: 'sell', kind: 'market' })).toEqual({ side: 'sell', kind: 'market', quantity: '10' });
    const waiting = typedInto(draft, ['trigger', '90']);
    expect(wishOf(waiting, { side: 'sell', kind: 'stop_market' })).toMatchObject({ trigger: '90' });
  });

  it('are those that an order of the kind has', () => {
    expect(fieldsOf({ side: 'buy', kind: 'stop_limit' })).toEqual(['trigger', 'price', 'quantity', 'total']);
    expect(fieldsOf({ side: 'buy', kind: 'market' })).toEqual(['spent']);
    expect(fieldsOf({ side: 'sell', kind: 'stop_market' })).toEqual(['trigger', 'quantity']);
  });

  it('are taken as they are, however long a number gets', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,19}(\.\d{1,12})?$/);
    const field = fc.constantFrom<DraftField[]>('price', 'quantity', 'total', 'spent', 'trigger');
    fc.assert(
      fc.property(fc.array(fc.tuple(field, digits), { maxLength: 6 }), (typed) => {
        const draft = typedInto(emptyDraft('100'), ...typed);
        for (const terms of [BUY, SELL, { ...BUY, kind: 'market' as const }])
          expect(percentShown(atPercent(draft, 50, terms), terms)).toBe(50);
        percentShown(draft, BUY);
      }),
    );
  });
});

describe('a draft whose order was placed', () => {
  const draft = typedInto(emptyDraft('100'), ['quantity', '2']);

  it('has its price left', () => {
    expect(afterPlacing(draft, draft)).toEqual(emptyDraft('100'));
  });

  it('stays as it is when something else was typed meanwhile', () => {
    const next = typedInto(draft, ['quantity', '3']);
    expect(afterPlacing(next, draft)).toBe(next);
  });
});

describe('the slider', () => {
  it('never spends more than there is, and buys and sells whole lots', () => {
    const money = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((units) => decimalOf(units, 8));
    const price = fc.bigInt({ min: 1n, max: 10n ** 8n }).map((ticks) => decimalOf(ticks, 2));
    const kinds = fc.constantFrom('limit', 'market', 'stop_limit', 'stop_market') as fc.Arbitrary<DraftTerms['kind']>;
    fc.assert(
      fc.property(
        money,
        price,
        fc.integer({ min: 0, max: 100 }),
        kinds,
        fc.boolean(),
        (available, at, share, kind, buys) => {
          const terms: DraftTerms = { side: buys ? 'buy' : 'sell', kind, available, market: MARKET };
          const draft = atPercent(emptyDraft(at), share, terms);
          const wish = wishOf(draft, terms);
          expect(isAbove(heldBy(wish) ?? '0', available)).toBe(false);
          expect(isMultiple(wish.quantity ?? '0', MARKET.lot)).toBe(true);
        },
      ),
    );
  });

  it('stands where it was put, until something is typed', () => {
    const draft = atPercent(emptyDraft('3'), 50, BUY);
    expect(percentShown(draft, BUY)).toBe(50);
    expect(percentShown(typedInto(draft, ['quantity', '100']), BUY)).toBe(30);
    expect(percentShown(atPercent(emptyDraft('3'), 100, SELL), SELL)).toBe(100);
  });

  it('says what share it is once there is more or less, and of another kind of order', () => {
    const draft = atPercent(emptyDraft('100'), 50, BUY);
    expect(percentShown(draft, { ...BUY, available: '2000' })).toBe(25);
    expect(percentShown(draft, { ...BUY, kind: 'market' })).toBe(0);
  });

  it('has nothing to buy for as long as there is no price', () => {
    const draft = atPercent(typedInto(emptyDraft('1'), ['price', '']), 50, BUY);
    expect(draft.quantity).toEqual(EMPTY);
  });
});
