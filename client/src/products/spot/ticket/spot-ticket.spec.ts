import type { MarketRecord } from '../../../../../shared/wire/product';
import { readTyped } from '../../../kit/lib/numbers/typed';
import { emptyDraft, type Draft, type DraftField } from './draft';
import { spotTicket, type SpotContext } from './spot-ticket';

const MARKET: MarketRecord = {
  ...{ product: 'spot', label: 'BTC/USDT', decimals: { price: 2, quantity: 5, notional: 7 } },
  ...{ name: 'BTC-USDT', base: 'BTC', quote: 'USDT', state: 'open', ownState: 'open', tick: '0.01', lot: '0.00001' },
  ...{ quantityMin: '0.00001', quantityMax: '100', notionalMin: '5', priceLowest: '0.01', priceHighest: '1000000' },
  ...{ makerFeesPpb: [1_000_000], takerFeesPpb: [2_000_000], makerFeesFixed: [], takerFeesFixed: [] },
  ...{ openOrdersMax: 200, bandPpb: 100_000_000, contract: null, price: '100', pending: [] },
};
const CONTEXT: SpotContext = {
  ...{ market: MARKET, side: 'buy', kind: 'limit', timeInForce: 'gtc', available: '1000', last: '100', level: 0 },
  book: {
    bids: [
      ['99', '1'],
      ['80', '5'],
    ],
    asks: [
      ['101', '1'],
      ['110', '1'],
      ['120', '5'],
    ],
  },
  scales: { base: 8, quote: 8 },
};
const draft = (typed: Partial<Record<DraftField, string>>, context = CONTEXT): Draft =>
  Object.entries(typed).reduce(
    (known, [field, text]) =>
      spotTicket.edited(known, field as DraftField, readTyped(text, { tag: 'en', scale: 8, beyond: 'down' }), context),
    emptyDraft('100'),
  );
const line = (name: string, typed: Partial<Record<DraftField, string>>, context: SpotContext) =>
  spotTicket.preview(draft(typed, context), context).find((one) => one.name === name);

describe('order checks', () => {
  const told = (typed: Partial<Record<DraftField, string>>, of: Partial<SpotContext> = {}) =>
    spotTicket.checks(draft(typed, { ...CONTEXT, ...of }), { ...CONTEXT, ...of });

  it('name the value to enter in each empty field', () => {
    expect(told({ price: '' }, { kind: 'stop_limit' })).toEqual([
      { field: 'trigger', kind: 'missing', text: 'place.enter.trigger' },
      { field: 'price', kind: 'missing', text: 'place.enter.price' },
      { field: 'quantity', kind: 'missing', text: 'place.enter.quantity' },
    ]);
    expect(told({}, { kind: 'market' })).toEqual([{ field: 'spent', kind: 'missing', text: 'place.enter.amount' }]);
    expect(told({}, { kind: 'market', side: 'sell' })).toMatchObject([{ field: 'quantity', kind: 'missing' }]);
  });

  it('are in form order, one per field', () => {
    expect(told({ price: '2000000', quantity: '1,5', trigger: '0.001' }, { kind: 'stop_limit' })).toMatchObject([
      { field: 'trigger', kind: 'wrong', code: 'trigger.out.of.range', limit: { kind: 'minimum', value: '0.01' } },
      { field: 'price', kind: 'wrong', code: 'price.out.of.range' },
      { field: 'quantity', kind: 'refused' },
    ]);
  });

  it('report the balance last, and not for a visitor', () => {
    expect(told({ quantity: '20' })).toMatchObject([{ code: 'balance.insufficient', isOfBalance: true }]);
    expect(told({ quantity: '20' }, { available: null })).toEqual([]);
    expect(told({ quantity: '1' })).toEqual([]);
  });

  it('reject an invalid total, but allow an empty one', () => {
    expect(told({ quantity: '1', total: 'x' })).toMatchObject([
      { field: 'quantity', kind: 'missing' },
      { field: 'total', kind: 'refused' },
    ]);
  });
});

describe('amount to spend', () => {
  it('has the decimals of its asset, as the exchange refuses more', () => {
    const scaleIn = (quote: number) =>
      spotTicket
        .fields({ ...CONTEXT, kind: 'market', scales: { base: 8, quote } })
        .map(({ name, scale }) => [name, scale]);
    expect(scaleIn(6)).toEqual([['spent', 6]]);
    expect(scaleIn(8)).toEqual([['spent', 8]]);
  });
});

describe('order preview', () => {
  it('uses the maker fee, or the taker fee if it would trade at once', () => {
    expect(line('place.fee', { price: '100', quantity: '2' }, CONTEXT)).toMatchObject({
      ...{ amount: '0.002', asset: 'BTC', rate: { kind: 'ratio', value: '0.001000000' } },
    });
    expect(line('place.fee', { price: '101', quantity: '2' }, CONTEXT)).toMatchObject({ amount: '0.004' });
    const patient: SpotContext = { ...CONTEXT, timeInForce: 'post_only' };
    expect(line('place.fee', { price: '101', quantity: '2' }, patient)).toMatchObject({ amount: '0.002' });
  });

  it('shows the remaining balance, or null if insufficient or unknown', () => {
    expect(line('place.left', { price: '100', quantity: '2.5' }, CONTEXT)).toMatchObject({
      amount: '750',
      asset: 'USDT',
    });
    expect(line('place.left', { price: '100', quantity: '20' }, CONTEXT)).toMatchObject({ amount: null });
    const selling: SpotContext = { ...CONTEXT, side: 'sell', available: '3' };
    expect(line('place.left', { price: '100', quantity: '1' }, selling)).toMatchObject({ amount: '2', asset: 'BTC' });
    expect(line('place.left', { price: '100', quantity: '1' }, { ...selling, available: null })).toMatchObject({
      amount: null,
    });
  });

  it('estimates fills from the book, within the market’s band', () => {
    const atMarket: SpotContext = { ...CONTEXT, kind: 'market' };
    expect(line('place.average', { spent: '211' }, atMarket)).toMatchObject({ amount: '105.5', isEstimate: true });
    // 120 is beyond the band of 10 % above 100.
    expect(line('place.average', { spent: '900' }, atMarket)).toMatchObject({ amount: '105.5', note: 'place.thin' });
    expect(line('place.cost', { spent: '900' }, atMarket)).toMatchObject({ amount: '211' });
  });
});

describe('far limit warning', () => {
  const warned = (typed: Partial<Record<DraftField, string>>, of: Partial<SpotContext> = {}) =>
    spotTicket.warning(draft(typed, { ...CONTEXT, ...of }), { ...CONTEXT, ...of });

  it('shows distance and average price', () => {
    expect(warned({ price: '121.2', quantity: '2' })).toEqual({
      ...{ kind: 'far', side: 'buy', ratio: '0.2', market: '101', average: '105.5' },
    });
    expect(warned({ price: '79.2', quantity: '2' }, { side: 'sell' })).toMatchObject({ ratio: '0.2', average: '89.5' });
  });

  it('is absent for a near limit and on the other side', () => {
    expect(warned({ price: '106' })).toBeNull();
    expect(warned({ price: '50' })).toBeNull();
    expect(warned({ price: '200' }, { side: 'sell' })).toBeNull();
  });

  it('uses the last price if the book is empty, and the trigger of a stop order', () => {
    expect(warned({ price: '105' }, { book: { bids: [], asks: [] } })).toMatchObject({ market: '100', average: null });
    expect(warned({ price: '111', trigger: '105' }, { kind: 'stop_limit' })).toMatchObject({ market: '105' });
    expect(warned({ price: '111', trigger: '110' }, { kind: 'stop_limit' })).toBeNull();
  });

  it('is absent for post-only, market and unpriced orders', () => {
    expect(warned({ price: '200' }, { timeInForce: 'post_only' })).toBeNull();
    expect(warned({ price: '200', spent: '10' }, { kind: 'market' })).toBeNull();
    expect(warned({ price: '' })).toBeNull();
  });
});

describe('sent command', () => {
  const sent = (typed: Partial<Record<DraftField, string>>, of: Partial<SpotContext>) =>
    spotTicket.command(draft(typed, { ...CONTEXT, ...of }), { ...CONTEXT, ...of });

  it('has only the fields of its kind', () => {
    const typed = { trigger: '105', price: '100', quantity: '2', spent: '50' };
    const market = 'BTC-USDT';
    expect(sent(typed, {})).toEqual({
      ...{ market, side: 'buy', kind: 'limit', timeInForce: 'gtc', price: '100', quantity: '2' },
    });
    expect(sent(typed, { kind: 'market' })).toEqual({ market, side: 'buy', kind: 'market', quoteAmount: '50' });
    expect(sent(typed, { kind: 'stop_market', side: 'sell' })).toEqual({
      ...{ market, side: 'sell', kind: 'stop_market', trigger: '105', quantity: '2' },
    });
    expect(sent(typed, { kind: 'stop_limit', timeInForce: 'post_only' })).toMatchObject({ timeInForce: 'gtc' });
  });
});
