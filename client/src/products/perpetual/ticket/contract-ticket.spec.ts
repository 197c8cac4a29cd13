import type { PositionState } from '../../../../../shared/products/perpetual/stream';
import * as fc from 'fast-check';
import { openingOf } from '../../../kit/entities/contract/outcomes';
import { outcomeTermsOf, type OutcomeTerms } from '../../../kit/entities/contract/outcomes';
import { PERPETUAL, TAKER_PPB } from '../../../testing/perpetual';
import { EMPTY, typedOf, type Typed } from '../../../kit/lib/numbers/typed';
import { compare, productOf, sumOf } from '../../../kit/lib/numbers/exact';
import { atPercent, emptyDraft, withUnit, maxQuantityOf, quantityOf, type ContractDraft } from './contract-draft';
import { limitPrice, type ContractContext } from './contract-context';
import { sizeTermsOf } from './contract-foresight';
import { liquidatedBefore } from './contract-stops';
import { contractTicket } from './contract-ticket';
import { createContractTicket } from './use-contract-ticket';

const OUTCOME = outcomeTermsOf(PERPETUAL, TAKER_PPB) as OutcomeTerms;
const OPEN: ContractContext = {
  ...{ market: PERPETUAL, outcome: OUTCOME, act: 'open', side: 'long', kind: 'limit', timeInForce: 'gtc' },
  ...{
    triggerBy: 'mark',
    unit: 'coin',
    stops: null,
    closeTarget: null,
    isCross: false,
    cross: null,
    leverage: 20,
    available: '100000',
    position: null,
    closable: null,
  },
  ...{ openOrderValue: '0', last: '60000', mark: '60000', book: { bids: [], asks: [] } },
};
const POSITION: PositionState = {
  ...{ id: '7', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5', lots: 500 },
  ...{ cost: '30000', margin: '1515.675', liquidationPrice: '57229', bankruptcyPrice: '57000' },
  ...{ isLocked: false, openedAt: 0 },
};
const CLOSE: ContractContext = { ...OPEN, act: 'close', position: POSITION, closable: '0.5' };

function draft(
  fields: Partial<Record<'price' | 'trigger' | 'size' | 'takeProfit' | 'stopLoss', string>>,
): ContractDraft {
  const typed = (text: string | undefined): Typed => (text === undefined ? EMPTY : typedOf(text));
  return {
    ...{ price: typed(fields.price), trigger: typed(fields.trigger), size: typed(fields.size), unit: 'coin' },
    ...{ takeProfit: typed(fields.takeProfit), stopLoss: typed(fields.stopLoss), slid: null, quantity: null },
  };
}
/** Converts the draft to the form’s unit. */
const fitted = (made: ContractDraft, context: ContractContext) => withUnit(made, sizeTermsOf(made, context));
const line = (made: ContractDraft, context: ContractContext, name: string) =>
  contractTicket.preview(made, context).find((one) => one.name === name)?.amount;
const codes = (made: ContractDraft, context: ContractContext) =>
  contractTicket.checks(made, context).map((fault) => [fault.field, fault.kind === 'wrong' ? fault.code : fault.kind]);

describe('opening order', () => {
  const made = draft({ price: '60000', size: '0.5' });
  test('has the core’s cost, margin and liquidation price as preview', () => {
    expect(line(made, OPEN, 'ticket.value')).toBe('30000');
    expect(line(made, OPEN, 'ticket.margin')).toBe('1500');
    expect(line(made, OPEN, 'place.cost')).toBe('1532.175');
    expect(line(made, OPEN, 'place.fee')).toBe('16.5');
    expect(line(made, OPEN, 'ticket.liquidation')).toBe('57229');
    expect(line(made, OPEN, 'ticket.bankruptcy')).toBe('57000');
    expect(codes(made, OPEN)).toEqual([]);
    expect(contractTicket.command(made, OPEN)).toEqual({
      ...{ market: PERPETUAL.name, position: 'long', act: 'open', kind: 'limit' },
      ...{ timeInForce: 'gtc', price: '60000', quantity: '0.5' },
    });
  });

  test('in cross margin is liquidated by the whole account, fee paid and position included', () => {
    const cross = { ...OPEN, isCross: true, cross: { wallet: 200_000_000_000n, markets: [] } };
    expect(line(made, cross, 'place.cost')).toBe('1532.175');
    // 2,000 less a fee of 16.5: (1,983.5 − 30,000) ÷ (0.5 × (0.00455 − 1)).
    expect([line(made, cross, 'ticket.liquidation'), line(made, cross, 'ticket.bankruptcy')]).toEqual([
      '56289.1',
      null,
    ]);
    expect(line(made, { ...cross, cross: null }, 'ticket.liquidation')).toBeNull();
  });

  test('added to a position previews the resulting position', () => {
    const onto = { ...OPEN, position: POSITION };
    expect(line(made, onto, 'place.cost')).toBe('1532.175');
    // A coin at 60,000 lies in the second tier: (3,031.35 + 50 − 60,000) ÷ (0.00555 − 1).
    expect(line(made, onto, 'ticket.liquidation')).toBe('57236.3');
  });

  test.each<[string, Parameters<typeof draft>[0], Partial<ContractContext>, unknown]>([
    [
      'nothing typed',
      {},
      {},
      [
        ['price', 'missing'],
        ['size', 'missing'],
      ],
    ],
    ['off the tick', { price: '60000.05', size: '0.5' }, {}, [['price', 'price.off.tick']]],
    [
      'below the least price',
      { price: '0.1', size: '100' },
      { available: null, leverage: 1 },
      [['price', 'price.out.of.range']],
    ],
    ['a long above the market', { price: '60000.1', size: '0.5' }, {}, [['price', 'long.above.market']]],
    [
      'at the best price of who sells',
      { price: '60001', size: '0.5' },
      { book: { bids: [], asks: [['60001', '1']] } },
      [],
    ],
    ['that does not wait may be above', { price: '60000.1', size: '0.5' }, { timeInForce: 'ioc' }, []],
    [
      'a short below the market',
      { price: '59999.9', size: '0.5' },
      { side: 'short' },
      [['price', 'short.below.market']],
    ],
    ['at the limit around the mark', { price: '63000', size: '0.5' }, { timeInForce: 'ioc' }, []],
    ['beyond it', { price: '63000.1', size: '0.5' }, { timeInForce: 'ioc' }, [['price', 'price.beyond.limit']]],
    [
      'beyond it below',
      { price: '56999.9', size: '0.5' },
      { side: 'short', timeInForce: 'ioc' },
      [['price', 'price.beyond.limit']],
    ],
    ['half a lot', { price: '60000', size: '0.0005' }, {}, [['size', 'quantity.off.lot']]],
    ['nothing', { price: '60000', size: '0' }, {}, [['size', 'quantity.too.small']]],
    ['more than there is', { price: '60000', size: '40' }, {}, [['size', 'margin.insufficient']]],
    ['all that there is for a visitor', { price: '60000', size: '40' }, { available: null }, []],
    [
      'beyond the tier of the leverage',
      { price: '60000', size: '60' },
      { available: null },
      [['size', 'leverage.too.high']],
    ],
    [
      'beyond the last tier',
      { price: '60000', size: '700' },
      { available: null, leverage: 1 },
      [['size', 'position.too.large']],
    ],
    ['a stop without its trigger', { price: '60000', size: '0.5' }, { kind: 'stop_limit' }, [['trigger', 'missing']]],
  ])('%s: %j', (_, fields, context, expected) => {
    expect(codes(draft(fields), { ...OPEN, ...context })).toEqual(expected);
  });

  test('at market is estimated from the book, within the limit around the mark', () => {
    const book = {
      bids: [],
      asks: [
        ['60010', '0.2'],
        ['60020', '0.2'],
        ['63001', '5'],
      ] as [string, string][],
    };
    const market = { ...OPEN, kind: 'market' as const, timeInForce: 'ioc' as const, book };
    const thin = contractTicket.preview(draft({ size: '0.5' }), market)[0];
    expect(thin).toMatchObject({ name: 'place.average', amount: '60015', note: 'place.thin' });
    expect(thin.rate).toEqual({ kind: 'ratio', value: '0.0002', asset: '' });
    expect(contractTicket.command(draft({ size: '0.5', price: '1' }), market)).toEqual({
      ...{ market: PERPETUAL.name, position: 'long', act: 'open', kind: 'market', quantity: '0.5' },
    });
  });

  test('with a trigger states its price source; the limit is checked only when it triggers', () => {
    const stop = { ...OPEN, kind: 'stop_limit' as const, triggerBy: 'last' as const };
    const wish = draft({ price: '70000', trigger: '69000', size: '0.5' });
    expect(codes(wish, stop)).toEqual([]);
    expect(contractTicket.command(wish, stop)).toMatchObject({ trigger: '69000', triggerBy: 'last', price: '70000' });
    expect(contractTicket.warning(wish, stop)).toBeNull();
    expect(contractTicket.warning(draft({ price: '75000', trigger: '69000', size: '1' }), stop)).toMatchObject({
      kind: 'far',
    });
  });
});

describe('order with attached stops', () => {
  const stops = { by: 'price', triggerBy: 'mark' } as const;
  const wish = { price: '60000', size: '0.5' };

  test('sends them and previews their results', () => {
    const made = draft({ ...wish, takeProfit: '61000', stopLoss: '59000' });
    expect(codes(made, { ...OPEN, stops })).toEqual([]);
    expect(contractTicket.command(made, { ...OPEN, stops })).toMatchObject({
      takeProfit: { trigger: '61000', triggerBy: 'mark' },
      stopLoss: { trigger: '59000', triggerBy: 'mark' },
    });
    expect(contractTicket.preview(made, { ...OPEN, stops }).slice(-2)).toMatchObject([
      { name: 'ticket.take_profit', amount: '61000', rate: { value: '500' } },
      { name: 'ticket.stop_loss', amount: '59000', rate: { value: '-500' } },
    ]);
  });

  test('converts a rate or profit to a trigger price', () => {
    const rate = { ...OPEN, stops: { by: 'rate' as const, triggerBy: 'last' as const } };
    expect(contractTicket.command(draft({ ...wish, takeProfit: '10' }), rate)).toMatchObject({
      takeProfit: { trigger: '60300', triggerBy: 'last' },
    });
    const short = { ...OPEN, side: 'short' as const, stops: { by: 'profit' as const, triggerBy: 'last' as const } };
    expect(contractTicket.command(draft({ ...wish, stopLoss: '500' }), short)).toMatchObject({
      stopLoss: { trigger: '61000' },
    });
  });

  test.each<[string, Parameters<typeof draft>[0], Partial<ContractContext>, unknown]>([
    ['0', { takeProfit: '0' }, {}, [['takeProfit', 'stop.zero']]],
    [
      'a profit below its own limit',
      { price: '59000', takeProfit: '58000' },
      {},
      [['takeProfit', 'take.profit.wrong.side']],
    ],
    ['a profit above its own limit', { price: '59000', takeProfit: '59500' }, {}, []],
    [
      'at the market a profit below what it looks at',
      { takeProfit: '60050' },
      { kind: 'market', timeInForce: 'ioc', mark: '60100' },
      [['takeProfit', 'take.profit.wrong.side']],
    ],
    [
      'which may be the last price',
      { takeProfit: '60050' },
      { kind: 'market', timeInForce: 'ioc', mark: '60100', stops: { by: 'price', triggerBy: 'last' } },
      [],
    ],
    ['a loss above a long', { stopLoss: '60000' }, {}, [['stopLoss', 'stop.loss.wrong.side']]],
  ])('is refused with %s', (_, fields, context, expected) => {
    expect(codes(draft({ ...wish, ...fields }), { ...OPEN, stops, ...context })).toEqual(expected);
  });

  test('requires at least one stop and reports it at the first field', () => {
    const missing = { field: 'takeProfit', kind: 'missing', text: 'ticket.stops.missing' };
    expect(contractTicket.checks(draft(wish), { ...OPEN, stops })).toEqual([missing]);
    for (const one of [{ takeProfit: '61000' }, { stopLoss: '59000' }]) {
      expect(codes(draft({ ...wish, ...one }), { ...OPEN, stops })).toEqual([]);
    }
    // An invalid number counts as present and is the fault.
    const unread: Typed = { kind: 'refused', text: 'x', fault: 'no_number', isUnfinished: false, meant: null };
    expect(codes({ ...draft(wish), stopLoss: unread }, { ...OPEN, stops })).toEqual([['stopLoss', 'refused']]);
    expect(codes(draft(wish), { ...CLOSE, stops })).toEqual([]);
  });

  test('is not sent without a price to derive the stops from', () => {
    const unpriced = { kind: 'market', book: null, mark: null, last: null } as const;
    const rate = { ...OPEN, ...unpriced, stops: { by: 'rate', triggerBy: 'mark' } as const };
    expect(codes(draft({ ...wish, stopLoss: '10' }), rate)).toEqual([['stopLoss', 'mark.stale']]);
  });

  test('warns if the stop lies beyond liquidation', () => {
    const at = (stopLoss: string) => liquidatedBefore(draft({ ...wish, stopLoss }), { ...OPEN, stops });
    expect([at('57229'), at('57229.1')]).toEqual(['57229', null]);
    expect(liquidatedBefore(draft({ ...wish, stopLoss: '100' }), OPEN)).toBeNull();
  });

  test('omits them when closing', () => {
    const made = draft({ ...wish, takeProfit: '0' });
    expect(codes(made, { ...CLOSE, stops })).toEqual([]);
    expect(contractTicket.command(made, { ...CLOSE, stops })).not.toHaveProperty('takeProfit');
  });
});

describe('order against a one-way position', () => {
  const closeTarget = { position: { ...POSITION, side: 'short' as const, liquidationPrice: '62000' }, closable: '0.5' };
  const turning = { ...OPEN, closeTarget };

  test('reserves nothing for the closing part and previews its profit', () => {
    const made = draft({ price: '59000', size: '0.2' });
    expect(line(made, turning, 'place.cost')).toBe('0');
    expect(line(made, turning, 'ticket.profit')).toBe('200');
    expect(line(made, turning, 'ticket.liquidation')).toBe('62000');
    expect(codes(made, { ...turning, available: '0' })).toEqual([]);
  });

  test('reserves for the excess it opens', () => {
    const made = draft({ price: '60000', size: '1' });
    expect(line(made, turning, 'place.cost')).toBe('1532.175');
    expect(line(made, turning, 'ticket.liquidation')).toBe('57229');
    expect(line(draft({ price: '60000', size: '0.5' }), turning, 'ticket.liquidation')).toBeNull();
  });

  test('closing book levels cost nothing', () => {
    const book = {
      bids: [],
      asks: [
        ['60000', '0.4'],
        ['60010', '0.6'],
      ] as [string, string][],
    };
    const market = { ...turning, kind: 'market' as const, timeInForce: 'ioc' as const, book };
    // Half a coin at 60,010: 1,500.25 + 16.50275 + 15.6776125 and the 5 that are lost to the mark.
    expect(line(draft({ size: '1' }), market, 'place.cost')).toBe('1537.4303625');
  });

  test('maximum is the closable quantity plus the openable quantity afterwards', () => {
    const most = maxQuantityOf(sizeTermsOf(draft({ price: '60000' }), { ...turning, available: '1532.175' }));
    expect(most).toBe('1');
  });
});

describe('closing order', () => {
  test('reserves nothing and previews profit and fee', () => {
    const made = draft({ price: '61000', size: '0.5' });
    expect(line(made, CLOSE, 'ticket.profit')).toBe('500');
    expect(line(made, CLOSE, 'place.fee')).toBe('16.775');
    expect(line(made, CLOSE, 'place.cost')).toBeUndefined();
    expect(contractTicket.command(made, CLOSE)).toMatchObject({ act: 'close', position: 'long' });
  });
  test.each<[string, Partial<ContractContext>, string, unknown]>([
    ['all of it', {}, '0.5', []],
    ['a lot more', {}, '0.501', [['size', 'closing.exceeds.position']]],
    ['more than other orders leave', { closable: '0.2' }, '0.3', [['size', 'closing.exceeds.position']]],
    ['nothing', {}, '0', [['size', 'quantity.too.small']]],
    ['no position', { position: null, closable: null }, '0.1', [['size', 'position.none']]],
  ])('is checked with %s', (_, context, size, expected) => {
    expect(codes(draft({ price: '61000', size }), { ...CLOSE, ...context })).toEqual(expected);
  });
});

describe('sizes', () => {
  const typed = draft({ price: '60000', size: '0.5' });
  const at = (unit: ContractContext['unit']) => sizeTermsOf(typed, { ...OPEN, unit });
  test('are equivalent in every unit', () => {
    expect(withUnit(typed, at('lots')).size).toEqual(typedOf('500'));
    expect(withUnit(withUnit(typed, at('lots')), at('value')).size).toEqual(typedOf('30000'));
    expect(withUnit(typed, at('cost')).size).toEqual(typedOf('1532.17'));
    expect(quantityOf(withUnit(typed, at('cost')), at('cost'))).toBe('0.5');
    const slid = atPercent(typed, 100, at('coin'));
    expect(quantityOf(withUnit(slid, at('lots')), at('lots'))).toBe(quantityOf(slid, at('coin')));
    expect(quantityOf(draft({ price: '60000', size: '500' }), at('lots'))).toBe('0.5');
    expect(quantityOf(draft({ price: '60000', size: '30059' }), at('value'))).toBe('0.5');
    expect(quantityOf(draft({ price: '60000', size: '1532.18' }), at('cost'))).toBe('0.5');
    expect(quantityOf(draft({ size: '30000' }), { ...at('value'), at: null })).toBeNull();
  });

  test('slider takes a share of the maximum in whole lots; 100 % is the maximum', () => {
    const terms = sizeTermsOf(typed, CLOSE);
    const part = atPercent(typed, 33, terms);
    expect(quantityOf(part, terms)).toBe('0.165');
    expect(contractTicket.percentShown(part, CLOSE)).toBe(33);
    expect(quantityOf(atPercent(typed, 100, terms), terms)).toBe('0.5');
    expect(contractTicket.percentShown(contractTicket.edited(part, 'size', typedOf('0.25'), CLOSE), CLOSE)).toBe(50);
  });

  test.each(['value', 'cost'] as const)('are sent as typed, whatever %s shows', (unit) => {
    const odd = draft({ price: '60000.1', size: '0.123' });
    const shown = fitted(odd, { ...OPEN, unit });
    expect(shown.size).toEqual(typedOf({ value: '7380.01', cost: '376.92' }[unit]));
    expect(contractTicket.command(shown, { ...OPEN, unit })).toMatchObject({ quantity: '0.123' });
    expect(fitted(shown, OPEN).size).toEqual(typedOf('0.123'));
    // A retyped value is a new size.
    const retyped = contractTicket.edited(shown, 'size', typedOf('600.001'), { ...OPEN, unit: 'value' });
    expect(quantityOf(retyped, sizeTermsOf(retyped, { ...OPEN, unit: 'value' }))).toBe('0.01');
  });

  test('are shown at current cost, including zero', () => {
    const cost = { ...OPEN, unit: 'cost' as const };
    const shown = fitted(typed, cost);
    expect(fitted(shown, cost)).toBe(shown);
    expect(fitted(shown, { ...cost, leverage: 10 }).size).toEqual(typedOf('3031.35'));
    const closeTarget = { position: { ...POSITION, side: 'short' as const }, closable: '0.5' };
    expect(fitted(draft({ price: '59000', size: '0.2' }), { ...cost, closeTarget }).size).toEqual(typedOf('0'));
  });

  test('without a cost are refused for their fault', () => {
    const made = fitted(draft({ price: '60000', size: '60' }), { ...OPEN, unit: 'cost', available: null });
    expect(made.size).toEqual(EMPTY);
    expect(codes(made, { ...OPEN, unit: 'cost', available: null })).toEqual([['size', 'leverage.too.high']]);
  });

  test.each(['coin', 'lots', 'value', 'cost'] as const)('from the slider can be sent in %s', (unit) => {
    const context = { ...OPEN, unit, leverage: 100, available: '1000' };
    const made = atPercent(draft({ price: '60000' }), 100, sizeTermsOf(draft({ price: '60000' }), context));
    expect(codes(made, context)).toEqual([]);
    expect(made.size.kind).toBe('number');
    expect(contractTicket.command(made, context).quantity).toBe(maxQuantityOf(sizeTermsOf(made, context)));
    const none = atPercent(made, 0, sizeTermsOf(made, context));
    expect(codes(none, context)).toEqual([['size', 'missing']]);
  });

  describe('from the slider keep their share of the maximum at another price', () => {
    const context = { ...OPEN, unit: 'value' as const, leverage: 20, available: '1000' };
    const begun = draft({ price: '60000' });
    const slid = atPercent(begun, 50, sizeTermsOf(begun, context));
    const shows = (made: ContractDraft, of: ContractContext) => {
      const now = fitted(made, of);
      const most = maxQuantityOf(sizeTermsOf(now, of)) ?? '';
      const { quantity } = contractTicket.command(now, of);
      expect(Number(quantity)).toBeCloseTo(Number(most) / 2, 2);
      expect(now.size).toEqual(typedOf(productOf(quantity, '30000')));
      expect(contractTicket.percentShown(now, of)).toBe(50);
    };

    test('typed', () => {
      const untold = contractTicket.edited(slid, 'price', EMPTY, context);
      expect(fitted(untold, context).size).toEqual(EMPTY);
      expect(codes(fitted(untold, context), context)).toEqual([
        ['price', 'missing'],
        ['size', 'missing'],
      ]);
      for (const before of [slid, untold, fitted(untold, context)]) {
        shows(contractTicket.edited(before, 'price', typedOf('30000'), context), context);
      }
    });

    test('of the trigger', () => {
      const stop = { ...context, kind: 'stop_market' as const };
      const waiting = draft({ trigger: '60000' });
      const made = atPercent(waiting, 50, sizeTermsOf(waiting, stop));
      shows(contractTicket.edited(made, 'trigger', typedOf('30000'), stop), stop);
    });

    test('picked', () => {
      const ticket = createContractTicket('60000');
      ticket.change('open', 'long', () => slid);
      ticket.pick({ price: '30000' });
      shows(ticket.drafts()['open long'], context);
    });
  });

  test('maximum is affordable and one lot more is not', () => {
    const context = fc.record({
      side: fc.constantFrom('long' as const, 'short' as const),
      leverage: fc.integer({ min: 1, max: 125 }),
      available: fc.integer({ min: 0, max: 50_000_000 }),
      price: fc.integer({ min: 570_000, max: 630_000 }),
    });
    fc.assert(
      fc.property(context, ({ side, leverage, available, price }) => {
        const money = productOf(String(available), '0.01');
        const at = productOf(String(price), '0.1');
        const terms = sizeTermsOf(draft({ price: at }), { ...OPEN, side, leverage, available: money });
        const most = maxQuantityOf(terms) ?? '0';
        const costOf = (quantity: string) =>
          openingOf(OUTCOME, { side, quantity, price: at, leverage, mark: '60000', existingPosition: null });
        const all = costOf(most);
        if (most !== '0') {
          expect(all.kind).toBe('opening');
          expect(all.kind === 'opening' && compare(all.total, money) <= 0).toBe(true);
        }
        const more = costOf(sumOf([most, PERPETUAL.lot]));
        expect(more.kind !== 'opening' || compare(more.total, money) > 0).toBe(true);
      }),
    );
  });

  test('start with only a price', () => {
    expect(emptyDraft('5')).toEqual(draft({ price: '5' }));
  });
});

test.each([
  ['60000', 50_000_000, 'buy', '63000'],
  ['60000', 50_000_000, 'sell', '57000'],
  ['60000.1', 50_000_000, 'buy', '63000.1'],
  ['60000.1', 50_000_000, 'sell', '57000.1'],
] as const)('mark %s with cap %d limits a %s to %s', (mark, ppb, side, expected) => {
  expect(compare(limitPrice(mark, ppb, side, '0.1'), expected)).toBe(0);
});
