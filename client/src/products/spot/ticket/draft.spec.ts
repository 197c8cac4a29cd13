import fc from 'fast-check';
import { decimalOf } from '../../../../../shared/rules/units';
import { heldBy } from '../../../kit/entities/order/order-terms';
import { isAbove, isMultiple } from '../../../kit/lib/numbers/exact';
import { EMPTY, decimalOfTyped, readTyped, typedOf } from '../../../kit/lib/numbers/typed';
import {
  afterPlacing,
  atPercent,
  edited,
  emptyDraft,
  fieldsOf,
  percentShown,
  requestOf,
  type Draft,
  type DraftField,
  type DraftTerms,
} from './draft';

const MARKET = { lot: '0.00001', tick: '0.01', quantityMax: '100' };
const BUY: DraftTerms = { side: 'buy', kind: 'limit', market: MARKET, available: '1000' };
const SELL: DraftTerms = { ...BUY, side: 'sell', available: '0.5' };

/** Types into the fields in order. */
function typedInto(draft: Draft, ...typed: [DraftField, string][]): Draft {
  return typed.reduce(
    (known, [field, text]) => edited(known, field, readTyped(text, { tag: 'en', scale: 8, beyond: 'down' }), MARKET),
    draft,
  );
}
const decimals = (draft: Draft) => ({ quantity: decimalOfTyped(draft.quantity), total: decimalOfTyped(draft.total) });

describe('order fields', () => {
  it('update the total from price and quantity', () => {
    const priced = typedInto(emptyDraft('100'), ['quantity', '2']);
    expect(decimals(priced)).toEqual({ quantity: '2', total: '200' });
    expect(decimals(typedInto(priced, ['price', '150.5']))).toEqual({ quantity: '2', total: '301' });
  });

  it('update the quantity from a typed total, in whole lots, even if the price changes', () => {
    const draft = typedInto(emptyDraft('300'), ['total', '100']);
    expect(decimals(draft)).toEqual({ quantity: '0.33333', total: '100' });
    expect(requestOf(draft, BUY)).toEqual({ side: 'buy', kind: 'limit', price: '300', quantity: '0.33333' });
    expect(decimals(typedInto(draft, ['price', '200']))).toEqual({ quantity: '0.5', total: '100' });
  });

  it('are cleared together with their source', () => {
    const draft = typedInto(emptyDraft('100'), ['quantity', '2']);
    expect(typedInto(draft, ['quantity', ''])).toMatchObject({ quantity: EMPTY, total: EMPTY });
    expect(typedInto(draft, ['price', 'x'])).toMatchObject({ quantity: typedOf('2'), total: EMPTY });
  });

  it('use an independent amount for a market buy and a quantity for a market sell', () => {
    const draft = typedInto(emptyDraft('100'), ['spent', '50.'], ['quantity', '1'], ['total', '70'], ['price', '7']);
    expect(requestOf(draft, { side: 'buy', kind: 'market' })).toEqual({ side: 'buy', kind: 'market', amount: '50' });
    expect(requestOf(draft, { side: 'sell', kind: 'market' })).toEqual({
      side: 'sell',
      kind: 'market',
      quantity: '10',
    });
    const waiting = typedInto(draft, ['trigger', '90']);
    expect(requestOf(waiting, { side: 'sell', kind: 'stop_market' })).toMatchObject({ trigger: '90' });
  });

  it('match the kind of order', () => {
    expect(fieldsOf({ side: 'buy', kind: 'stop_limit' })).toEqual(['trigger', 'price', 'quantity', 'total']);
    expect(fieldsOf({ side: 'buy', kind: 'market' })).toEqual(['spent']);
    expect(fieldsOf({ side: 'sell', kind: 'stop_market' })).toEqual(['trigger', 'quantity']);
  });

  it('accept numbers of any length', () => {
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

describe('draft of a placed order', () => {
  const draft = typedInto(emptyDraft('100'), ['quantity', '2']);

  it('keeps only its price', () => {
    expect(afterPlacing(draft, draft)).toEqual(emptyDraft('100'));
  });

  it('is unchanged if something was typed meanwhile', () => {
    const next = typedInto(draft, ['quantity', '3']);
    expect(afterPlacing(next, draft)).toBe(next);
  });
});

describe('slider', () => {
  it('never exceeds the balance and uses whole lots', () => {
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
          const wish = requestOf(draft, terms);
          expect(isAbove(heldBy(wish) ?? '0', available)).toBe(false);
          expect(isMultiple(wish.quantity ?? '0', MARKET.lot)).toBe(true);
        },
      ),
    );
  });

  it('keeps its value until something is typed', () => {
    const draft = atPercent(emptyDraft('3'), 50, BUY);
    expect(percentShown(draft, BUY)).toBe(50);
    expect(percentShown(typedInto(draft, ['quantity', '100']), BUY)).toBe(30);
    expect(percentShown(atPercent(emptyDraft('3'), 100, SELL), SELL)).toBe(100);
  });

  it('follows balance and kind of order', () => {
    const draft = atPercent(emptyDraft('100'), 50, BUY);
    expect(percentShown(draft, { ...BUY, available: '2000' })).toBe(25);
    expect(percentShown(draft, { ...BUY, kind: 'market' })).toBe(0);
  });

  it('sets no buy quantity without a price', () => {
    const draft = atPercent(typedInto(emptyDraft('1'), ['price', '']), 50, BUY);
    expect(draft.quantity).toEqual(EMPTY);
  });
});
