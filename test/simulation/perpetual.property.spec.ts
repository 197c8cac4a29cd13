import fc from 'fast-check';
import { canonicalLines, restoreState, decodeBatch, encodeBody, evolve, createState } from '../../server/products/core';
import { bestTicks } from '../../server/core/market/book';
import type { Command } from '../../server/core/command';
import type { PlacePerpetualOrder } from '../../server/products/perpetual/core/commands';
import type { CoreEvent, EventOf } from '../../server/core/event';
import { isRejection } from '../../server/core/rejection';
import { stateHash } from '../../server/engine/state-hash';
import { fundingDue } from '../../shared/products/perpetual/rules/funding';
import type { PositionSide } from '../../shared/products/perpetual/rules/position';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  SECOND,
  accountFrozen,
  accountUnfrozen,
  assetState,
  type Exchange,
  type Step,
} from '../tools/fixtures/core-fixture';
import {
  FUNDS,
  PERP,
  amendOf,
  close,
  leverage,
  margin,
  marginMode,
  positionMode,
  mark,
  marketEnd,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
  stop,
  trailing,
} from '../tools/fixtures/perpetual-fixture';
import { usdt } from '../tools/fixtures/perpetual-terms';

/** `SIMULATION_RUNS=5000 npx jest test/simulation` runs longer; `SIMULATION_SEED` repeats a run. */
const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 200);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_261_122);

const USERS = [ALICE, BOB, CAROL];
const HOUR_MS = 3_600_000;

const PATIENT = ['gtc', 'gtc', 'post_only'] as const;
const OFTEN = ['open', 'open', 'open', 'open', 'close', 'close', 'close', 'market', 'closeAtMarket'] as const;
const RARE = [
  'leverage',
  'mode',
  'mode',
  'positionMode',
  'turn',
  'turn',
  'turn',
  'turn',
  'amend',
  'amend',
  'wait',
  'wait',
  'stop',
  'stop',
  'stop',
  'trail',
  'amendStop',
  'closeAll',
  'reverse',
  'add',
  'take',
  'mark',
  'mark',
  'mark',
  'cancel',
  'cancelAll',
  'freeze',
  'state',
  'stale',
  'hour',
  'lock',
  'lock',
  'unlock',
  'day',
  'end',
] as const;

const turn = fc.record({
  what: fc.constantFrom(...OFTEN, ...OFTEN, ...RARE),
  user: fc.constantFrom(...USERS),
  position: fc.constantFrom<PositionSide>('long', 'short'),
  away: fc.integer({ min: -30, max: 30 }),
  meets: fc.boolean(),
  far: fc.nat(9).map((roll) => roll === 0),
  lots: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3_000 })),
  timeInForce: fc.constantFrom(...PATIENT, ...PATIENT, 'ioc' as const, 'fok' as const),
  selfTrade: fc.constantFrom('cancel_taker' as const, 'cancel_maker' as const, 'cancel_both' as const),
  times: fc.constantFrom(1, 3, 10, 50, 125),
  amount: fc.bigInt(1n, 10n ** 11n),
  /** Move of the mark: mostly small, sometimes a spike. */
  move: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -2_000, max: 2_000 }) }, { weight: 1, arbitrary: spikes() }),
  restarts: fc.nat(19).map((roll) => roll === 0),
});
type Bringing = Partial<Pick<PlacePerpetualOrder, 'takeProfit' | 'takeProfitBy' | 'stopLoss' | 'stopLossBy'>>;
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

const OTHER = { long: 'short', short: 'long' } as const;

function spikes() {
  return fc.constantFrom(-120_000, -30_000, -10_000, 10_000, 30_000, 120_000);
}

/** An act that the current state forbids is sometimes replaced by one that unblocks it. */
function stepOf(exchange: Exchange, one: Turn): Step {
  const { user, position, lots, timeInForce, selfTrade } = one;
  const { state, now } = exchange;
  const index = state.index.symbols.get('BTC-USDT')?.latest;
  const ticks = index?.price ?? 0;
  const market = state.markets.get(PERP);
  const opens = one.what === 'open' || one.what === 'market';
  if (opens && !one.far && now - (index?.at ?? 0) > 15_000) return { ...mark(ticks, now + 1_500), after: 1_500 };
  if (opens && !one.far && state.members.get(user)?.frozen) return accountUnfrozen(user);
  if (opens && !one.far && market?.state !== 'open') return perpetualState('open');
  const its = state.perpetual.holdings.get(user)?.get(PERP)?.[position]?.lots;
  const closes = !opens && its !== undefined;
  const held = its ?? lots;
  const part = Math.max(1, Math.min(lots, held));
  // Half of the orders meet resting ones; the others lie around the last price, the limit for opening orders.
  const buys = (position === 'long') !== closes;
  const best = market ? bestTicks(market.book, buys ? 'sell' : 'buy') : 0;
  const around = (market?.lastPrice || ticks) + (one.far ? one.away * 1_000 : one.away);
  const price = one.meets && best > 0 ? best : around;
  const asUser = (command: Command): Step => ({ actor: `user/${user}`, command });
  switch (one.what) {
    case 'open':
      return open(user, position, price, lots, { timeInForce, selfTrade, ...bringing(one, price) });
    case 'close':
      if (!closes && !one.far) return open(user, position, price, lots, { timeInForce, selfTrade });
      return close(user, position, price, part, { timeInForce, selfTrade });
    case 'market':
      return open(user, position, null, lots, { selfTrade });
    case 'closeAtMarket':
      if (!closes && !one.far) return open(user, position, null, lots, { selfTrade });
      return close(user, position, null, lots % 3 === 0 ? held : part);
    case 'amend': {
      const own = [...state.orders.values()].filter((order) => order.user === user);
      if (own.length === 0) return leverage(user, one.times);
      const { id, kind, phase, price: its } = own[lots % own.length];
      const isLimited = kind === 'limit' || kind === 'stop_limit';
      if (one.away === 0) return amendOf(user, id, { takeProfit: 0 });
      if (one.away % 5 === 0) return amendOf(user, id, bringing(one, its || ticks));
      return amendOf(user, id, {
        quantity: lots,
        ...(isLimited && one.meets ? { price: one.far ? its : price } : {}),
        ...(phase === 'waiting' && !one.meets ? { trigger: ticks + one.away * 50 } : {}),
        ...(one.away % 3 === 0 ? bringing(one, one.meets ? price : its || ticks) : {}),
      });
    }
    case 'wait': {
      const triggerBy = one.meets ? 'mark' : 'last';
      const from = one.meets ? ticks : market?.lastPrice || ticks;
      const options = { trigger: from + one.away * 50, triggerBy, selfTrade } as const;
      const isLimited = lots % 2 === 0;
      const how = isLimited ? ({ kind: 'stop_limit' } as const) : ({ kind: 'stop_market' } as const);
      const act = closes ? close : open;
      return act(user, position, isLimited ? options.trigger : null, lots, { ...options, ...how });
    }
    case 'stop': {
      const triggerBy = one.meets ? 'mark' : 'last';
      const from = one.meets ? ticks : market?.lastPrice || ticks;
      const isAbove = one.away > 0;
      const kind = isAbove === (position === 'long') ? 'take_profit' : 'stop_loss';
      const options = {
        triggerBy,
        ...(lots % 3 === 0 ? { quantity: lots } : {}),
        ...(one.far ? { price: from } : {}),
      } as const;
      return stop(user, position, kind, from + one.away * 30, options);
    }
    case 'trail': {
      const callback = one.far
        ? { callbackTicks: Math.ceil(ticks / 900) + Math.abs(one.away) * 5 }
        : { callbackBp: 10 + Math.abs(one.away) };
      const triggerBy = one.meets ? 'mark' : 'last';
      return trailing(user, position, callback, { triggerBy, ...(lots % 3 === 0 ? { quantity: lots } : {}) });
    }
    case 'amendStop': {
      const own = [...state.stops.stops.values()].filter((waiting) => waiting.user === user);
      if (own.length === 0) return leverage(user, one.times);
      const { id, trigger } = own[lots % own.length];
      if (one.meets) return asUser({ type: 'CancelStop', user, stop: id });
      return asUser({ type: 'AmendStop', user, stop: id, trigger: trigger + one.away, quantity: lots });
    }
    case 'closeAll':
      return asUser({ type: 'CloseAllPositions', user, ...(one.meets ? { market: PERP } : {}) });
    case 'reverse':
      // The existing position, if there is one.
      return asUser({
        type: 'ReversePosition',
        user,
        market: PERP,
        position: closes || one.far ? position : OTHER[position],
      });
    case 'leverage':
      return leverage(user, one.times);
    case 'mode':
      return marginMode(user, state.perpetual.holdings.get(user)?.get(PERP)?.mode === 'cross' ? 'isolated' : 'cross');
    case 'turn': {
      // About the size of the existing position, by a market order or a resting one.
      const own = state.perpetual.holdings.get(user)?.get(PERP);
      const side = own?.long ? 'long' : 'short';
      const beyond = Math.max(1, (own?.[side]?.lots ?? 0) + (one.far ? -3 : Math.abs(one.away)));
      const at = side === 'long' ? Math.max(price, ticks) + 20 : Math.min(price, ticks) - 20;
      if (one.meets) return open(user, OTHER[side], null, beyond, { selfTrade: 'cancel_maker' });
      return open(user, OTHER[side], at, beyond);
    }
    case 'positionMode':
      return positionMode(user, state.perpetual.holdings.get(user)?.get(PERP)?.isOneWay ? 'hedge' : 'one_way');
    case 'add':
    case 'take':
      return margin(one.what, user, position, one.amount);
    case 'mark':
      return { ...mark(Math.max(100, ticks + one.move), now + 1_500), after: 1_500 };
    case 'cancel':
      return asUser({ type: 'CancelOrder', user, order: Math.max(1, state.counters.order - (lots % 7)) });
    case 'cancelAll':
      return asUser({ type: 'CancelAllOrders', user, market: PERP });
    case 'freeze':
      return state.members.get(user)?.frozen ? accountUnfrozen(user) : accountFrozen(user);
    case 'state':
      // Mostly the market's own state; sometimes maintenance of one of its coins.
      if (state.assets.get('BTC')?.trading === 'maintenance') return assetState('BTC');
      if (one.far && one.meets) return assetState('BTC', { trading: 'maintenance' });
      return perpetualState(market?.state === 'open' ? 'close_only' : 'open');
    case 'lock':
    case 'unlock': {
      const id = state.perpetual.holdings.get(user)?.get(PERP)?.[position]?.id ?? 1;
      // Sometimes by another staff member.
      const by = one.far ? SECOND : ADMIN;
      const type = state.locks.locked.has(id) ? 'UnlockPosition' : 'LockPosition';
      return { actor: by, command: { type, position: id, reason: one.what } };
    }
    case 'end':
      // Rare, in few runs: no more opening from here on.
      return one.far && one.meets ? marketEnd(now + 1_800_000) : margin('add', user, position, one.amount);
    case 'day':
      return { ...mark(ticks, now + 90_000_000), after: 90_000_000 };
    case 'hour':
      // Just before a funding hour; the next step comes after it.
      return { ...mark(ticks, fundingDue(now, HOUR_MS) - 1), after: fundingDue(now, HOUR_MS) - 1 - now };
    case 'stale':
      return { ...margin('add', user, position, 1n), after: one.meets ? HOUR_MS : 16_000 };
  }
}

/** Attached stops of two orders in three, on their proper side unless far off; sometimes an amendment removes them. */
function bringing({ position, away, meets, far, lots }: Turn, from: number): Bringing {
  if (lots % 3 === 0) return {};
  const beyond = (far ? -1 : 1) * (position === 'long' ? 1 : -1) * (10 + Math.abs(away)) * 20;
  const profit = { takeProfit: from + beyond, takeProfitBy: meets ? 'mark' : 'last' } as const;
  const loss = { stopLoss: from - beyond, stopLossBy: meets ? 'last' : 'mark' } as const;
  return { ...(lots % 2 === 0 ? profit : {}), ...(lots % 4 > 0 ? loss : {}) };
}

function transfer(user: number, amount: bigint): Step {
  const command = { type: 'TransferFunds', user, asset: 'USDT', from: 'contract', to: 'spot', amount } as const;
  return { actor: `user/${user}`, command };
}

/** One order closes a position and opens the other side. */
function isTurned(events: readonly CoreEvent[], trade: EventOf<'PerpetualTraded'>): boolean {
  if (trade.takerReleased !== undefined) return false;
  return events.some(
    (other) =>
      other.type === 'PerpetualTraded' &&
      other.takerOrder === trade.takerOrder &&
      other.trade < trade.trade &&
      other.takerReleased !== undefined,
  );
}

test('keeps all sums after every event of any command sequence, at any mark, with restarts', () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(
      fc.subarray(USERS),
      fc.subarray(USERS),
      fc.array(turn, { minLength: 20, maxLength: 120, size: 'max' }),
      (crossing, turning, turns) => {
        const { exchange } = perpetuals({ fundingIntervalMs: HOUR_MS });
        for (const user of crossing) exchange.take(marginMode(user, 'cross'));
        for (const user of turning) exchange.take(positionMode(user, 'one_way'));
        for (const step of [leverage(BOB, 125), leverage(ALICE, 100), ...openBothSides(500_000, 60)])
          exchange.take(step);
        // One of them has little.
        exchange.take(transfer(CAROL, FUNDS - usdt('400')));
        for (const one of turns) {
          if (one.restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
          const outcome = exchange.take(stepOf(exchange, one));
          if (isRejection(outcome)) count(outcome.rejected);
        }
        for (const { events, command } of exchange.batches) {
          if (command.type === 'CutOrders') count('CutOrders');
          for (const event of events) {
            if (event.type === 'StopAmended' && event.reason !== undefined) count('waits on');
            if (event.type === 'StopPlaced' && event.order !== undefined) count('bringing along');
            if (event.type === 'StopTriggered' && event.extreme !== undefined) count('trailed');
            if (event.type === 'PerpetualTraded' && isTurned(events, event)) count('turned around');
            if (event.type === 'PerpetualOrderPlaced' && event.against !== undefined) count('against');
            if (event.type === 'StopEnded' && event.reason === 'position_closed') count('position over');
            count(event.type === 'PerpetualOrderCancelled' ? event.reason : event.type);
          }
        }
        // The journal replays to the same state.
        const replayed = createState();
        for (const batch of exchange.batches) {
          evolve(replayed, decodeBatch(`${encodeBody(batch)},"prev":""}`).batch);
        }
        expect(stateHash(replayed)).toBe(stateHash(exchange.state));
      },
    ),
    { numRuns, seed },
  );
  // Guards against a run that exercises nothing.
  expect(WANTED.filter((what) => (seen.get(what) ?? 0) < numRuns / 100)).toEqual([]);
});

const WANTED = [
  'turned around',
  'against',
  'CutOrders',
  'coin.under.maintenance',
  'PositionModeSet',
  'PerpetualTraded',
  'PerpetualOrderRested',
  'PerpetualOrderAmended',
  'PerpetualOrderTriggered',
  'StopPlaced',
  'bringing along',
  'CloseOutEnded',
  'StopAmended',
  'StopTriggered',
  'StopEnded',
  'waits on',
  'trailed',
  'position over',
  'PerpetualOrderCut',
  'LeverageSet',
  'MarginAdjusted',
  'MarginModeSet',
  'FundingFixed',
  'FundingSkipped',
  'FundingSettled',
  'FundingClosed',
  'PositionLocked',
  'PositionSettled',
  'PerpetualMarketEnded',
  'PositionUnlocked',
  'position.locked',
  'LiquidationStarted',
  'PositionTakenOver',
  'PositionDeleveraged',
  'LiquidationFinished',
  'requested',
  'account_frozen',
  'self_trade',
  'beyond_bankruptcy',
  'position_closed',
  'closing.exceeds.position',
  'leverage.too.high',
  'long.above.market',
  'margin.insufficient',
  'mark.stale',
  'market.close.only',
  'position.none',
  'price.beyond.limit',
  'short.below.market',
];
