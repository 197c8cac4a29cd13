import type { ContractOrderState, PositionState, StopState } from '../../../../../../shared/products/perpetual/stream';
import type { ContractAccount } from '../../../../kit/entities/contract/positions';
import { draggedIn, linesOf } from './contract-lines';

const MARKET = 'BTC-USDT-PERP';
const position: PositionState = {
  id: '1',
  market: MARKET,
  side: 'long',
  mode: 'isolated',
  leverage: 20,
  quantity: '0.3',
  lots: 300,
  cost: '15000.5',
  margin: '750',
  liquidationPrice: '47700.1',
  bankruptcyPrice: '47500',
  isLocked: false,
  openedAt: 1,
};
const stop: StopState = {
  id: '7',
  market: MARKET,
  position: 'long',
  contract: '1',
  kind: 'take_profit',
  triggerBy: 'mark',
  callback: null,
  callbackRate: null,
  extreme: null,
  trigger: '55000',
  price: null,
  quantity: '0.1',
  phase: 'waiting',
  reason: null,
};
const order: ContractOrderState = {
  id: '7',
  clientId: null,
  market: MARKET,
  side: 'sell',
  position: 'short',
  act: 'open',
  kind: 'stop_limit',
  timeInForce: 'gtc',
  price: '48900',
  trigger: '49000',
  triggerBy: 'mark',
  takeProfit: null,
  stopLoss: null,
  quantity: '0.2',
  filledQuantity: '0',
  filledValue: '0',
  against: '0',
  held: '0',
  leverage: 20,
  mode: 'isolated',
  phase: 'waiting',
  reason: null,
};
const account = (change: Partial<ContractAccount>): ContractAccount => ({
  ...{ positions: [], stops: [], orders: [], settings: [] },
  ...change,
});
/** Text keys stand for their texts. */
const words = { t: (key: string) => key, numbers: { exact: (decimal: string) => decimal } } as Parameters<
  typeof linesOf
>[3];
const lines = (change: Partial<ContractAccount>, amends: (act: 'open' | 'close') => boolean = () => true) =>
  linesOf(account(change), MARKET, '0.1', words, amends);

describe('contract chart lines', () => {
  it('show entry price and liquidation price of a position, both fixed', () => {
    expect(lines({ positions: [position] })).toEqual([
      {
        ...{ id: 'position:1', side: 'buy', price: '50001.6', stroke: 'solid', isDraggable: false },
        title: 'perp.long 0.3',
      },
      {
        ...{ id: 'liquidation:1', side: 'sell', price: '47700.1', stroke: 'solid', isDraggable: false },
        title: 'perp.line.liquidation · perp.long',
      },
    ]);
  });

  it('omit a missing liquidation price and other markets', () => {
    expect(lines({ positions: [{ ...position, liquidationPrice: null }] })).toHaveLength(1);
    expect(lines({ positions: [{ ...position, market: 'ETH-USDT-PERP' }], stops: [{ ...stop, market: 'X' }] })).toEqual(
      [],
    );
  });

  it('show stops as draggable, on the opposite side of their position', () => {
    const short = { ...stop, id: '8', position: 'short', kind: 'stop_loss', quantity: null } as const;
    expect(lines({ stops: [stop, short] })).toMatchObject([
      { id: 'stop:7', side: 'sell', price: '55000', isDraggable: true, title: 'perp.line.take_profit · perp.long 0.1' },
      { id: 'stop:8', side: 'buy', isDraggable: true, title: 'perp.line.stop_loss · perp.short' },
    ]);
  });

  it('show trigger and limit of a waiting order, only the limit once it rests', () => {
    expect(lines({ orders: [order] }).map(({ price, stroke, isDraggable }) => [price, stroke, isDraggable])).toEqual([
      ['49000', 'dotted', false],
      ['48900', 'dotted', true],
    ]);
    expect(lines({ orders: [{ ...order, phase: 'resting' }] })).toMatchObject([{ price: '48900', stroke: 'dashed' }]);
    expect(lines({ orders: [{ ...order, phase: 'resting', price: null }] })).toEqual([]);
  });

  it('are draggable only if the market allows amending the order', () => {
    const orders = [
      { ...order, phase: 'resting' as const },
      { ...order, id: '9', act: 'close' as const, phase: 'resting' as const },
    ];
    expect(lines({ orders }, (act) => act === 'close').map(({ id, isDraggable }) => [id, isDraggable])).toEqual([
      ['order:7', false],
      ['order:9', true],
    ]);
  });
});

describe('dragged line', () => {
  const both = account({ stops: [stop], orders: [order] });

  it('is resolved to its stop or order, which may share an id', () => {
    expect(draggedIn(both, 'stop:7')).toEqual({ kind: 'stop', stop });
    expect(draggedIn(both, 'order:7')).toEqual({ kind: 'order', order });
  });

  it('is undefined once its stop or order is gone', () => {
    expect(draggedIn(account({}), 'stop:7')).toBeUndefined();
    expect(draggedIn(both, 'position:7')).toBeUndefined();
  });
});
