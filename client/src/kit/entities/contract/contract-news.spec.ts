import type {
  ContractOrderState,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../../../shared/products/perpetual/stream';
import { contractNewsOf } from './contract-news';

const order = (of: Partial<ContractOrderState> = {}): ContractOrderState => ({
  ...{ id: '9', clientId: null, market: 'BTC-PERP', side: 'buy', position: 'long', act: 'open', kind: 'limit' },
  ...{ timeInForce: 'gtc', price: '50000', trigger: null, triggerBy: null, takeProfit: null, stopLoss: null },
  ...{
    quantity: '1',
    filledQuantity: '0',
    filledValue: '0',
    against: '0',
    held: '2500',
    leverage: 20,
    mode: 'isolated',
  },
  ...{ phase: 'resting', reason: null, at: 1, ...of },
});
const position = (quantity: string): PositionState => ({
  ...{ id: '1', market: 'BTC-PERP', side: 'long', mode: 'isolated', leverage: 20, quantity, lots: 0, cost: '0' },
  ...{ margin: '0', liquidationPrice: null, bankruptcyPrice: null, isLocked: false, openedAt: 1 },
});
const stop: StopState = {
  ...{ id: '4', market: 'BTC-PERP', position: 'long', contract: '1', kind: 'stop_loss', triggerBy: 'mark' },
  ...{
    callback: null,
    callbackRate: null,
    extreme: null,
    trigger: '59000',
    price: null,
    quantity: null,
    phase: 'closed',
    reason: null,
  },
};

const news = (before: { orders?: ContractOrderState[]; positions?: PositionState[] }, told: Partial<ContractUpdate>) =>
  contractNewsOf(
    { orders: [], positions: [], ...before },
    { position: 6, at: 1, positions: [], stops: [], orders: [], settings: [], ...told },
  ).map(({ id }) => id);
const becomes = (before: ContractOrderState | null, now: ContractOrderState) =>
  news({ orders: before ? [before] : [] }, { orders: [now] });

describe('contract order news', () => {
  it('is empty for an amended order', () => {
    expect(becomes(order(), order({ price: '51000', held: '2550' }))).toEqual([]);
  });

  it('reports an order that first rests or waits', () => {
    expect(becomes(null, order())).toEqual(['placed:9']);
    expect(becomes(null, order({ phase: 'waiting', trigger: '50000' }))).toEqual(['placed:9']);
    expect(becomes(null, order({ phase: 'closed', reason: 'no_liquidity' }))).toEqual(['ended:9']);
  });

  it('reports each fill, and the last one as filled', () => {
    expect(becomes(null, order({ filledQuantity: '0.4' }))).toEqual(['placed:9', 'partly:9:0.4']);
    expect(becomes(order({ filledQuantity: '0.4' }), order({ filledQuantity: '0.6' }))).toEqual(['partly:9:0.6']);
    expect(becomes(order({ filledQuantity: '0.6' }), order({ filledQuantity: '1', phase: 'closed' }))).toEqual([
      'filled:9',
    ]);
  });

  it('reports fills of an order that then ended', () => {
    const ended = order({ filledQuantity: '0.4', phase: 'closed', reason: 'no_liquidity' });
    expect(becomes(null, ended)).toEqual(['partly:9:0.4', 'ended:9']);
    expect(becomes(order({ filledQuantity: '0.4' }), ended)).toEqual(['ended:9']);
  });

  it('distinguishes orders cancelled by the user from triggered ones', () => {
    const waiting = order({ phase: 'waiting', trigger: '50000' });
    expect(becomes(waiting, order({ phase: 'closed', reason: 'requested' }))).toEqual(['cancelled:9']);
    expect(becomes(waiting, order())).toEqual(['triggered:9']);
    expect(becomes(waiting, order({ phase: 'closed', filledQuantity: '1' }))).toEqual(['triggered:9', 'filled:9']);
  });
});

describe('position news', () => {
  it('reports a stop closing a position in order', () => {
    const closing = order({ act: 'close', side: 'sell', phase: 'closed', filledQuantity: '1' });
    const told = { stops: [{ ...stop, reason: 'filled' }], orders: [closing], positions: [position('0')] };
    expect(news({ positions: [position('1')] }, told)).toEqual(['reached:4', 'filled:9', 'closed:1']);
  });

  it('is empty for stops that were cancelled or ended with the position, and for a resized position', () => {
    for (const reason of ['requested', 'position_closed'])
      expect(news({}, { stops: [{ ...stop, reason }] })).toEqual([]);
    expect(news({ positions: [position('1')] }, { positions: [position('0.5')] })).toEqual([]);
  });
});
