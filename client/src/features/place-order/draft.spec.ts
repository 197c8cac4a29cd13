import fc from 'fast-check';
import { decimalOf } from '../../../../shared/rules/units';
import { heldBy, isAbove, isMultiple } from '../../entities/order/order-terms';
import { atPercent, edited, emptyDraft, percentShown, wishOf, type DraftTerms } from './draft';

const MARKET = { lot: '0.00001', tick: '0.01', quantityMax: '100' };
const BUY: DraftTerms = { side: 'buy', kind: 'limit', market: MARKET, available: '1000' };
const SELL: DraftTerms = { ...BUY, side: 'sell', available: '0.5' };

describe('the fields of an order', () => {
  it('follow each other: total follows price and quantity', () => {
    const priced = edited(emptyDraft('100'), 'quantity', '2', BUY);
    expect(priced).toMatchObject({ amount: '200' });
    expect(edited(priced, 'price', '150.5', BUY)).toMatchObject({ quantity: '2', amount: '301' });
  });

  it('follow each other: quantity follows the total, in whole lots', () => {
    const draft = edited(emptyDraft('300'), 'amount', '100', BUY);
    expect(draft).toMatchObject({ quantity: '0.33333', amount: '100' });
    expect(wishOf(draft, BUY)).toEqual({ side: 'buy', kind: 'limit', price: '300', quantity: '0.33333' });
  });

  it('are emptied with what they followed', () => {
    const draft = edited(emptyDraft('100'), 'quantity', '2', BUY);
    expect(edited(draft, 'quantity', '', BUY)).toMatchObject({ quantity: '', amount: '' });
  });

  it('of a market buy are an amount, of a market sell a quantity', () => {
    const draft = { ...emptyDraft('100'), quantity: '1', amount: '50.' };
    expect(wishOf(draft, { side: 'buy', kind: 'market' })).toEqual({ side: 'buy', kind: 'market', amount: '50' });
    expect(wishOf(draft, { side: 'sell', kind: 'market' })).toEqual({ side: 'sell', kind: 'market', quantity: '1' });
    expect(wishOf({ ...draft, trigger: '90' }, { side: 'sell', kind: 'stop_market' })).toMatchObject({ trigger: '90' });
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
    expect(percentShown(edited(draft, 'quantity', '100', BUY), BUY)).toBe(30);
    expect(percentShown(atPercent(emptyDraft('3'), 100, SELL), SELL)).toBe(100);
  });
});
