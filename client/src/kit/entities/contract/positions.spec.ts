import type { UnknownAction } from '@reduxjs/toolkit';
import type {
  ContractOrderState,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../../../shared/products/perpetual/stream';
import { keyOf } from '../../stream/stream-events';
import { POSITION } from '../../../testing/position';
import { firstSetting, positionsSlice } from './positions';

const position = (id: string, change: Partial<PositionState> = {}): PositionState => ({ ...POSITION, id, ...change });
const stop: StopState = {
  id: '4',
  market: 'BTC-PERP',
  position: 'long',
  contract: '1',
  kind: 'stop_loss',
  triggerBy: 'mark',
  callback: null,
  callbackRate: null,
  extreme: null,
  trigger: '59000',
  price: null,
  quantity: null,
  phase: 'waiting',
  reason: null,
};
const order: ContractOrderState = {
  id: '9',
  clientId: null,
  market: 'BTC-PERP',
  side: 'buy',
  position: 'long',
  act: 'open',
  kind: 'limit',
  timeInForce: 'gtc',
  price: '50000',
  trigger: null,
  triggerBy: null,
  takeProfit: null,
  stopLoss: null,
  quantity: '1',
  filledQuantity: '0',
  filledValue: '0',
  against: '0',
  held: '2500',
  leverage: 20,
  mode: 'isolated',
  phase: 'resting',
  reason: null,
};
const chosen = { market: 'BTC-PERP', leverage: 5, marginMode: 'cross', positionMode: 'hedge' } as const;

const { snapshotReceived, pushReceived, resumed, reducer, getInitialState, select } = positionsSlice;
const snapshot = snapshotReceived({
  snapshot: {
    position: 5,
    positions: [position('1'), position('2', { side: 'short' })],
    stops: [stop],
    orders: [order],
    settings: [],
  },
  at: 1,
});
const update = (at: number, change: Partial<ContractUpdate>): ContractUpdate => ({
  ...{ position: at, at: 1, positions: [], stops: [], orders: [], settings: [] },
  ...change,
});
const pushed = (from: number, to: number, ...updates: ContractUpdate[]) =>
  pushReceived({ push: { from, to, at: 1, updates }, at: 1 });
const after = (...happenings: UnknownAction[]) =>
  select({ positions: happenings.reduce(reducer, getInitialState()) }, keyOf({ channel: 'position' }));

describe('user’s contract positions', () => {
  it('wait for their snapshot', () => {
    expect(after(pushed(5, 6, update(6, { positions: [position('3')] })))).toMatchObject({
      position: null,
      account: { positions: [] },
    });
  });

  it('are updated in place and removed when closed', () => {
    const {
      account,
      position: at,
      seq,
    } = after(
      snapshot,
      pushed(
        5,
        9,
        update(6, { positions: [position('1', { margin: '2000' }), position('2', { quantity: '0', lots: 0 })] }),
        update(7, { stops: [{ ...stop, phase: 'closed', reason: 'triggered' }], settings: [chosen] }),
        update(8, { orders: [{ ...order, phase: 'closed' }] }),
      ),
    );
    expect(account).toEqual({
      positions: [position('1', { margin: '2000' })],
      stops: [],
      orders: [],
      settings: [chosen],
    });
    // A heartbeat advances `seq`, but not `position`.
    expect([at, seq]).toEqual([8, 9]);
  });

  it('keep the same lists if an update does not change them', () => {
    const before = reducer(reducer(undefined, { type: 'start' }), snapshot);
    const [known, then] = [before, reducer(before, pushed(5, 6, update(6, { settings: [chosen] })))].map(
      (positions) => select({ positions }, keyOf({ channel: 'position' })).account,
    );
    expect(then.positions).toBe(known.positions);
    expect(then.settings).not.toBe(known.settings);
  });

  it('ignore repeated updates', () => {
    const late = pushed(4, 5, update(5, { positions: [position('1', { quantity: '0' })] }));
    expect(after(snapshot, late).account.positions).toHaveLength(2);
  });

  it('resync after a sequence gap', () => {
    const missed = update(7, { positions: [position('1', { quantity: '0' })] });
    expect(after(snapshot, pushed(6, 7, missed))).toMatchObject({ seq: 5, liveness: { phase: 'resyncing' } });
    const caught = resumed({ push: { from: 5, to: 8, at: 1, updates: [missed] }, at: 2 });
    const { seq, account } = after(snapshot, pushed(6, 7), caught);
    expect([seq, account.positions.map(({ id }) => id)]).toEqual([8, ['2']]);
  });

  it('are replaced by a new snapshot, even at an earlier position', () => {
    const fresh = snapshotReceived({
      snapshot: { position: 2, positions: [], stops: [], orders: [], settings: [] },
      at: 2,
    });
    expect(after(snapshot, fresh)).toMatchObject({ seq: 2, account: { positions: [], stops: [], orders: [] } });
  });
});

describe('default contract setting', () => {
  const terms = (leverageMax: number) => ({ tiers: [{ leverageMax }, { leverageMax: 1 }] });

  it('is the exchange’s, with leverage limited by the first tier', () => {
    const first = { market: 'M', marginMode: 'isolated', positionMode: 'hedge' };
    expect(firstSetting('M', terms(125))).toEqual({ ...first, leverage: 20 });
    expect(firstSetting('M', terms(10))).toEqual({ ...first, leverage: 10 });
    expect(firstSetting('M', undefined)).toEqual({ ...first, leverage: 20 });
  });
});
