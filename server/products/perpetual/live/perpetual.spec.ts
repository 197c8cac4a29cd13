/** Live views of positions and marks equal the core after every batch, folded or seeded by a snapshot. */
import { ALICE, BOB, CAROL, later, type Scenario } from '../../../../test/tools/fixtures/core-fixture';
import {
  alarmedMarket,
  amendOf,
  busyPerpetuals,
  close,
  allLiquidations,
  allPerpetuals,
  fund,
  leverage,
  lockPosition,
  unlockPosition,
  margin,
  mark,
  open,
  openBothSides,
  positionMode,
  PERP,
  perpetuals,
} from '../../../../test/tools/fixtures/perpetual-fixture';
import {
  withCrossPositions,
  crossWithCutOrders,
  crossWithEndedMarket,
  ETH,
  moveMarks,
} from '../../../../test/tools/fixtures/cross-fixture';
import { decimalOf } from '../../../../shared/rules/units';
import { contractMark, contractUpdate, contractPositions } from '../../../../shared/products/perpetual/stream';
import type { CoreState } from '../../../core/state';
import { LiveViews } from '../../../views/live/live-views';

const USERS = [ALICE, BOB, CAROL];
const M = 500_000;

function folded({ exchange }: Scenario, until = exchange.batches.length): LiveViews {
  const views = new LiveViews();
  views.fold(exchange.batches.slice(0, until));
  return views;
}
function seeded({ exchange }: Scenario): LiveViews {
  const views = new LiveViews();
  views.seed(exchange.state);
  return views;
}
const usdt = (units: bigint) => decimalOf(units, 8);

/** As in the state, in order of opening. */
function positionsOf({ perpetual, holds }: CoreState, user: number) {
  return [...(perpetual.holdings.get(user)?.values() ?? [])]
    .flatMap(({ long, short }) => [long, short])
    .flatMap((position) => (position ? [position] : []))
    .sort((one, other) => one.id - other.id)
    .map(({ id, side, lots, cost, hold, openedAt }) => ({
      id: String(id),
      side,
      lots,
      cost: usdt(cost),
      margin: usdt(holds.get(hold)?.remaining ?? 0n),
      openedAt,
    }));
}

/** As in the state, in order of placing. */
function ordersOf({ orders, holds }: CoreState, user: number) {
  return [...orders.values()]
    .filter((order) => order.user === user && order.contract !== null)
    .map(({ id, clientId, phase, side, quantity, filledQuote, hold, contract }) => ({
      id: String(id),
      clientId,
      phase,
      side,
      quantity: decimalOf(BigInt(quantity), 3),
      filledValue: usdt(filledQuote),
      against: decimalOf(BigInt(contract?.against ?? 0), 3),
      held: usdt(hold ? (holds.get(hold.id)?.remaining ?? 0n) : 0n),
    }));
}

describe('open orders', () => {
  test.each(['folded', 'seeded'] as const)('%s equal those of the core, with their holds', (how) => {
    const scenario = perpetuals().given(
      openBothSides(M, 20),
      open(ALICE, 'long', M - 100, 8),
      close(BOB, 'long', M - 100, 3),
      open(BOB, 'short', M + 200, 5),
      leverage(BOB, 5),
      [close(BOB, 'long', M + 400, 15), amendOf(ALICE, 3, { quantity: 7 })],
      open(CAROL, 'short', M - 50, 2, { kind: 'stop_limit', trigger: M - 90, triggerBy: 'mark' }),
    );
    const views = how === 'folded' ? folded(scenario) : seeded(scenario);
    const told = USERS.flatMap((user) => views.positions.snapshot(user).orders);
    expect(told).toMatchObject(USERS.flatMap((user) => ordersOf(scenario.exchange.state, user)));
    expect(new Set(told.map(({ act }) => act))).toEqual(new Set(['open', 'close']));
    for (const { id } of told) {
      const owner = USERS.find((user) => views.positions.orders.marketOf(user, Number(id)) === PERP);
      expect(views.positions.orders.marketOf(owner === ALICE ? BOB : ALICE, Number(id))).toBeUndefined();
    }
  });

  test.each(['folded', 'seeded'] as const)('in one-way mode hold only for lots beyond the position (%s)', (how) => {
    const scenario = perpetuals().given(
      positionMode(BOB, 'one_way'),
      openBothSides(M, 20),
      open(BOB, 'short', M + 100, 20),
      amendOf(BOB, 3, { quantity: 25 }),
      open(BOB, 'short', M + 200, 4),
      [open(ALICE, 'long', M - 100, 6), open(BOB, 'short', null, 6)],
      [open(ALICE, 'long', M + 100, 3)],
    );
    const views = how === 'folded' ? folded(scenario) : seeded(scenario);
    const told = views.positions.snapshot(BOB);
    expect(told.orders).toMatchObject(ordersOf(scenario.exchange.state, BOB));
    expect(told.orders.map(({ against }) => against)).toEqual(['0.011', '0']);
    expect(told.settings).toMatchObject([{ market: PERP, positionMode: 'one_way' }]);
  });

  test('are sent to watchers: placed, partly filled, moved, cancelled, each with its final state', () => {
    const scenario = perpetuals();
    const views = folded(scenario);
    const from = scenario.exchange.batches.length;
    views.positions.watch(BOB);
    const since = views.positions.position;
    scenario.given(open(BOB, 'long', M, 20), open(ALICE, 'short', M, 5), amendOf(BOB, 1, { price: M - 10 }), [
      open(BOB, 'long', M - 20, 4, { kind: 'stop_limit', trigger: M + 90, triggerBy: 'mark' }),
      open(ALICE, 'short', M - 10, 15),
    ]);
    views.fold(scenario.exchange.batches.slice(from));
    const updates = views.positions.updates.after(BOB, since) ?? [];
    for (const update of updates) expect(contractUpdate.parse(update)).toEqual(update);
    const words = updates.flatMap(({ orders }) =>
      orders.map(({ id, phase, price, filledQuantity, reason }) => [id, phase, price, filledQuantity, reason]),
    );
    expect(words).toEqual([
      ['1', 'resting', '50000', '0', null],
      ['1', 'resting', '50000', '0.005', null],
      ['1', 'resting', '49999', '0.005', null],
      ['3', 'waiting', '49998', '0', null],
      ['1', 'closed', '49999', '0.02', null],
    ]);
    expect(updates.at(-1)?.orders[0].held).toBe('0');
    expect(views.positions.snapshot(BOB).orders.map(({ id, triggerBy }) => [id, triggerBy])).toEqual([['3', 'mark']]);
  });
});

describe('positions', () => {
  test.each(['folded', 'seeded'] as const)('%s equal those of the core', (how) => {
    const scenario = busyPerpetuals();
    const views = how === 'folded' ? folded(scenario) : seeded(scenario);
    let count = 0;
    for (const user of USERS) {
      const snapshot = views.positions.snapshot(user);
      expect(contractPositions.parse(snapshot)).toEqual(snapshot);
      expect(snapshot.positions).toMatchObject(positionsOf(scenario.exchange.state, user));
      expect(snapshot.positions).toHaveLength(positionsOf(scenario.exchange.state, user).length);
      count += snapshot.positions.length;
    }
    expect(count).toBeGreaterThan(2);
    expect(views.positions.snapshot(BOB).settings).toEqual([
      { market: PERP, leverage: 10, marginMode: 'isolated', positionMode: 'hedge' },
    ]);
  });

  test.each([
    ['a market that has ended', allPerpetuals],
    ['liquidations', allLiquidations],
    ['a market that only closes since the treasury paid', alarmedMarket],
    ['a cross account that is cut', crossWithCutOrders],
    ['a cross account that ends', crossWithEndedMarket],
    ['cross accounts', withCrossPositions],
    ['locks', () => perpetuals().given(openBothSides(M, 20), lockPosition(1), lockPosition(2), unlockPosition(2))],
  ])('folded batch by batch equal those seeded by a snapshot: %s', (_, scenarioOf) => {
    const scenario = scenarioOf();
    const [one, other] = [folded(scenario), seeded(scenario)];
    for (const user of scenario.exchange.state.members.keys()) {
      expect(one.positions.snapshot(user)).toEqual(other.positions.snapshot(user));
      expect(one.positions.snapshot(user).positions).toMatchObject(positionsOf(scenario.exchange.state, user));
    }
    expect(one.positions.countOf(PERP)).toEqual(other.positions.countOf(PERP));
    expect(one.markets.get(PERP).state).toBe(scenario.exchange.state.markets.get(PERP)?.state);
    const { now } = scenario.exchange;
    const { p1: _1, p2: _2, ...mark } = one.marks.read(PERP, now);
    expect({ ...mark, p1: null, p2: null }).toEqual(other.marks.read(PERP, now));
  });

  test.each(['folded', 'seeded'] as const)('%s contain their locks', (how) => {
    const scenario = perpetuals().given(openBothSides(M, 20), lockPosition(2));
    const { state } = scenario.exchange;
    const views = how === 'folded' ? folded(scenario) : seeded(scenario);
    expect(views.locks.lockOf(1)).toMatchObject({ until: null });
    expect(views.locks.lockOf(2)).toMatchObject({ until: state.locks.locked.get(2) });
    expect(views.locks.lockOf(2).until).not.toBeNull();

    const from = scenario.exchange.batches.length;
    scenario.given(lockPosition(1), unlockPosition(2));
    views.fold(scenario.exchange.batches.slice(from));
    expect(views.locks.lockOf(1)).toMatchObject({ until: state.locks.locked.get(1) });
    expect(views.locks.lockOf(2)).toMatchObject({ until: null });
  });

  test('have the prices of the worked example', () => {
    // A short of 0.4 BTC at 50,000 with 25 x.
    const views = folded(perpetuals().given(leverage(ALICE, 25), openBothSides(M, 400)));
    expect(views.positions.snapshot(ALICE).positions).toMatchObject([
      {
        side: 'short',
        leverage: 25,
        quantity: '0.4',
        cost: '20000',
        margin: '811.44',
        liquidationPrice: '51793',
        bankruptcyPrice: '52000',
        isLocked: false,
      },
    ]);
  });

  test('of a cross account have the price that liquidates the account', () => {
    // Wallet 10,000, marks 49,000 and 3,100: 41,329.097393 and 3,860.141357, the first ticks beyond.
    const scenario = withCrossPositions().given(fund(BOB, 1_600_000_000n));
    scenario.given(moveMarks(scenario, 490_000, 31_000));
    for (const views of [folded(scenario), seeded(scenario)]) {
      expect(views.positions.snapshot(BOB).positions).toMatchObject([
        { market: PERP, mode: 'cross', liquidationPrice: '41329', bankruptcyPrice: null },
        { market: ETH, mode: 'cross', liquidationPrice: '3860.2', bankruptcyPrice: null },
      ]);
      const [{ id }] = [...views.positions.of(BOB)];
      expect(views.cross.accountValueOf({ id, user: BOB, market: PERP })).toEqual({
        ...{ equity: 800_000_000_000, requirement: 36_400_000_000, value: 8_000_000_000_000 },
      });
    }
  });

  test('of a watched user are sent as of each batch, the last time empty', () => {
    const scenario = perpetuals().given(leverage(BOB, 10));
    const views = folded(scenario);
    const from = scenario.exchange.batches.length;
    views.positions.watch(BOB);
    const since = views.positions.position;
    scenario.given(openBothSides(M, 20), margin('add', BOB, 'long', 5n), [
      open(ALICE, 'long', M, 20),
      close(BOB, 'long', M, 20),
    ]);
    views.fold(scenario.exchange.batches.slice(from));
    const updates = views.positions.updates.after(BOB, since) ?? [];
    for (const update of updates) expect(contractUpdate.parse(update)).toEqual(update);
    expect(updates.map(({ positions }) => positions.map(({ lots }) => lots))).toEqual([[20], [20], [0]]);
    const [first, second] = updates.map(({ positions }) => positions[0]);
    expect(Number(second.margin)).toBeCloseTo(Number(first.margin) + 5e-8, 8);
    expect(second.liquidationPrice).not.toBeNull();
    expect(updates[2].positions[0]).toMatchObject({ quantity: '0', liquidationPrice: null, margin: '0' });
    expect(views.positions.snapshot(BOB).positions).toEqual([]);
    // Alice has no subscription.
    expect(views.positions.updates.after(ALICE, since)).toBeNull();
  });

  test('a chosen leverage sends the setting and the changed positions', () => {
    const scenario = perpetuals().given(openBothSides(M, 20));
    const views = folded(scenario);
    const from = scenario.exchange.batches.length;
    views.positions.watch(BOB);
    const since = views.positions.position;
    scenario.given(leverage(BOB, 40));
    views.fold(scenario.exchange.batches.slice(from));
    const [update] = views.positions.updates.after(BOB, since) ?? [];
    expect(update.settings).toMatchObject([{ market: PERP, leverage: 40 }]);
    expect(update.positions).toMatchObject([{ leverage: 40, lots: 20 }]);
    expect(update.positions).toMatchObject(positionsOf(scenario.exchange.state, BOB));
  });

  test('are counted by side', () => {
    const scenario = perpetuals().given(openBothSides(M, 20), [open(ALICE, 'short', M, 5), open(CAROL, 'long', M, 5)]);
    expect(folded(scenario).positions.countOf(PERP)).toEqual({ long: 2, short: 1 });
    expect(seeded(scenario).positions.countOf(PERP)).toEqual({ long: 2, short: 1 });
    expect(folded(perpetuals()).positions.countOf(PERP)).toEqual({ long: 0, short: 0 });
  });
});

describe('candles of the mark and the index', () => {
  const MINUTE = 60_000;
  const published = () => {
    const scenario = perpetuals();
    const start = Math.ceil(scenario.exchange.now / MINUTE) * MINUTE;
    const prices = [M, M + 90, M - 30, M + 7];
    const steps = [start - scenario.exchange.now, 10_000, 10_000, MINUTE - 20_000];
    for (const [place, ms] of steps.entries())
      scenario.given(later(ms, mark(prices[place], scenario.exchange.now + ms)));
    return { scenario, start };
  };

  test('span the publications of their time, have no volume, and are flat without publications', () => {
    const { scenario, start } = published();
    const { candles } = folded(scenario);
    const flat = { open: '50000.7', high: '50000.7', low: '50000.7', close: '50000.7' };
    const nothing = { baseVolume: '0', quoteVolume: '0', isRunning: true };
    for (const by of ['mark', 'index'] as const) {
      expect(candles.current(PERP, '1m', start + 3 * MINUTE, by)).toEqual({
        ...{ start: start + 3 * MINUTE, ...flat, ...nothing },
      });
      expect(candles.current(PERP, '1w', start + MINUTE, by)).toMatchObject({ close: '50000.7', ...nothing });
    }
    const until = scenario.exchange.batches.findIndex(({ at }) => at >= start + MINUTE);
    expect(folded(scenario, until).candles.current(PERP, '1m', start + 30_000, 'index')).toEqual({
      ...{ start, open: '50000', high: '50009', low: '49997', close: '49997', ...nothing },
    });
    expect(candles.current(PERP, '1m', start, 'last')).toBeNull();
    expect(candles.hasChanged(PERP, '1m')).toBe(false);
  });

  test('continue after a restart from stored candles', async () => {
    const { scenario, start } = published();
    const restarted = seeded(scenario);
    expect(restarted.candles.current(PERP, '1m', start + MINUTE, 'mark')).toBeNull();
    const { position } = restarted.candles;
    const candle = { open: M, high: M + 90, low: M - 30, close: M + 7 };
    const rows = [{ market: PERP, kind: 'mark' as const, interval: '1h' as const, start: 0, ...candle }];
    const none = async () => ({ position, rows: [] });
    const newestMarkCandles = async () => ({ position, rows });
    await restarted.seedHistory(
      { newestCandles: none, minuteCandles: none, newestTrades: none, newestMarkCandles },
      start,
    );
    expect(restarted.candles.current(PERP, '1h', 1, 'mark')).toMatchObject({ high: '50009', low: '49997' });
    expect(restarted.candles.current(PERP, '1h', 1, 'index')).toBeNull();
  });
});

describe('marks', () => {
  test.each(['folded', 'seeded'] as const)('%s equal those of the core', (how) => {
    const scenario = perpetuals().given(openBothSides(M, 20));
    const now = scenario.exchange.now + 2_000;
    scenario.given(later(2_000, mark(M + 70, now)));
    const views = how === 'folded' ? folded(scenario) : seeded(scenario);
    const { mark: state, openLots } = scenario.exchange.state.perpetual.contracts.get(PERP) ?? {
      mark: null,
      openLots: 0,
    };
    const told = views.marks.read(PERP, now + 1_000);
    expect(contractMark.parse(told)).toEqual(told);
    expect(told).toMatchObject({
      mark: decimalOf(BigInt(state?.mark ?? 0), 1),
      index: decimalOf(BigInt(state?.index ?? 0), 1),
      at: state?.at,
      isStale: false,
      closeOnlyUntil: null,
      fundingRate: '0.0001',
      lastFundingRate: null,
      openInterest: decimalOf(BigInt(openLots), 3),
    });
    expect(openLots).toBe(20);
    // The mark's components are known only from the publication.
    expect(told.p1).toBe(how === 'folded' ? '50007' : null);
    expect(views.marks.read(PERP, now + 20_000).isStale).toBe(true);
    expect(told.nextFundingAt).toBeGreaterThan(now);
  });

  test('are empty before the first publication, and for other markets', () => {
    const views = folded(perpetuals(), 3);
    expect(views.marks.has('BTC-USDT')).toBe(false);
    expect(views.marks.has(PERP)).toBe(false);
    expect(views.marks.markOf(PERP)).toBe(0);
  });

  test('count as changed until they are taken', () => {
    const views = folded(perpetuals());
    expect(views.marks.hasChanged(PERP)).toBe(true);
    expect(views.marks.takeForPush(PERP, 0).market).toBe(PERP);
    expect(views.marks.hasChanged(PERP)).toBe(false);
  });
});
