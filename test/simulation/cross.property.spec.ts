import fc from 'fast-check';
import { canonicalLines, restoreState, decodeBatch, encodeBody, evolve, createState } from '../../server/products/core';
import type { Command } from '../../server/core/command';
import { availableIn } from '../../server/core/ledger/ledger';
import { bestTicks } from '../../server/core/market/book';
import { isRejection } from '../../server/core/rejection';
import { stateHash } from '../../server/engine/state-hash';
import { fundingDue } from '../../shared/products/perpetual/rules/funding';
import type { PositionSide } from '../../shared/products/perpetual/rules/position';
import { ALICE, BOB, CAROL, type Exchange, type Scenario, type Step } from '../tools/fixtures/core-fixture';
import { ETH, marks, settledMarks, transferred, twoMarkets } from '../tools/fixtures/cross-fixture';
import {
  FUNDS,
  PERP,
  close,
  drainPosition,
  withoutAvailable,
  marginMode,
  open,
  applyEvents,
} from '../tools/fixtures/perpetual-fixture';
import { usdt } from '../tools/fixtures/perpetual-terms';
import { audit } from './audits/waiting-audit';

/** `SIMULATION_RUNS=5000 npx jest test/simulation` runs longer; `SIMULATION_SEED` repeats a run. */
const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 150);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_261_123);

const USERS = [ALICE, BOB, CAROL];
const MARKETS = [PERP, ETH];
const HOURS_MS = 28_800_000;

const turn = fc.record({
  what: fc.constantFrom(
    ...Array<'deal'>(8).fill('deal'),
    ...Array<'open'>(5).fill('open'),
    ...Array<'close'>(4).fill('close'),
    ...Array<'mark'>(5).fill('mark'),
    'transfer' as const,
    'leverage' as const,
    'cancel' as const,
    ...Array<'hour'>(2).fill('hour'),
    ...Array<'spend'>(2).fill('spend'),
    'freeze' as const,
    'state' as const,
    'silence' as const,
  ),
  user: fc.constantFrom(...USERS),
  market: fc.constantFrom(...MARKETS),
  position: fc.constantFrom<PositionSide>('long', 'short'),
  lots: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9_000 })),
  away: fc.integer({ min: -40, max: 40 }),
  meets: fc.boolean(),
  times: fc.constantFrom(3, 20, 50, 125),
  amount: fc.bigInt(1n, 10n ** 12n),
  /** Move of each index in parts per thousand: mostly small, sometimes a spike. */
  moves: fc.tuple(move(), move()),
  restarts: fc.nat(19).map((roll) => roll === 0),
  /** The command comes before due work, for instance after an hour and before its funding is settled. */
  early: fc.boolean(),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

function move() {
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: -8, max: 8 }) },
    { weight: 1, arbitrary: fc.constantFrom(-300, -80, -25, -25, 25, 25, 80, 300) },
  );
}

function indexOf({ state }: Exchange, market: string): number {
  return state.index.symbols.get(market.replace('-PERP', ''))?.latest?.price ?? 0;
}

function published(exchange: Exchange, [btc, eth]: readonly [number, number], after: number): Step {
  const at = exchange.now + after;
  const by = (market: string, parts: number) =>
    Math.max(20, Math.round(indexOf(exchange, market) * (1 + parts / 1_000)));
  return { ...marks(by(PERP, btc), by(ETH, eth), at), after };
}

/** Two opposite orders at the index; the one that rests stays within the last price. */
function dealOf(exchange: Exchange, { user, market, lots }: Turn): Step[] {
  const price = indexOf(exchange, market);
  const other = USERS[(USERS.indexOf(user) + 1) % USERS.length];
  const isLow = price <= (exchange.state.markets.get(market)?.lastPrice || price);
  const [first, second] = isLow ? (['long', 'short'] as const) : (['short', 'long'] as const);
  return [open(user, first, price, lots, { market }), open(other, second, price, lots, { market })];
}

function closeOf({ state }: Exchange, { user, market, position, lots }: Turn): Step {
  const its = state.perpetual.holdings.get(user)?.get(market)?.[position]?.lots ?? 1;
  return close(user, position, null, Math.min(lots, its), { market });
}

/** Drains almost all of a position's margin, as months of funding would. */
function spend(scenario: Scenario, { user, position }: Turn): boolean {
  const { state } = scenario.exchange;
  const holding = state.perpetual.holdings.get(user)?.get(PERP);
  const own = holding?.[position];
  if (holding?.mode !== 'cross' || !own || state.liquidations.open.get(PERP)?.position === own.id) return false;
  if ((state.holds.get(own.hold)?.remaining ?? 0n) > 10n)
    applyEvents(scenario, [drainPosition(scenario, user, position, 10n)]);
  return true;
}

/** An order that holds margin and never fills. */
function farOff(exchange: Exchange, { user, lots }: Turn): Step {
  const last = exchange.state.markets.get(PERP)?.lastPrice || indexOf(exchange, PERP);
  return open(user, 'long', Math.ceil(last / 2), 1 + Math.ceil(lots / 20));
}

function stepOf(exchange: Exchange, one: Turn): Step {
  const { user, market, position, lots, away } = one;
  const { state, now } = exchange;
  const asUser = (command: Command): Step => ({ actor: `user/${user}`, command });
  if (one.what !== 'silence' && now - (state.perpetual.contracts.get(PERP)?.mark.at ?? 0) > 15_000)
    return published(exchange, [0, 0], 1_500);
  // Opening stays blocked for half a minute after a silence.
  if (one.what === 'open' && now < (state.marks.tracks.get(market)?.closeOnlyUntil ?? 0))
    return published(exchange, [0, 0], 31_000);
  const book = state.markets.get(market)?.book;
  const its = state.perpetual.holdings.get(user)?.get(market)?.[position]?.lots;
  const opens = one.what !== 'close' || its === undefined;
  const buys = (position === 'long') === opens;
  const best = book ? bestTicks(book, buys ? 'sell' : 'buy') : 0;
  // A resting order must stay within the last price.
  const last = state.markets.get(market)?.lastPrice || indexOf(exchange, market);
  const price = one.meets && best > 0 ? best : Math.max(20, last + (buys ? -Math.abs(away) : Math.abs(away)));
  switch (one.what) {
    case 'deal':
    case 'open':
    case 'close':
      if (opens) return open(user, position, price, lots, { market });
      return close(user, position, price, Math.min(lots, its), { market });
    case 'mark':
      return published(exchange, one.moves, 1_500);
    case 'transfer': {
      const available = state.ledger.wallets.contract.get(user)?.get('USDT')?.available.balance ?? 0n;
      // Half of the transfers move the whole available amount.
      return transferred(user, one.meets && available > 0n ? available : one.amount);
    }
    case 'leverage':
      return asUser({ type: 'SetLeverage', user, market, leverage: one.times });
    case 'cancel':
      return asUser({ type: 'CancelAllOrders', user, market });
    case 'freeze':
      return {
        actor: 'admin/10000009',
        command: { type: 'FreezeFunds', user, asset: 'USDT', amount: one.amount, account: 'contract', reason: 'x' },
      };
    case 'spend':
      return asUser({ type: 'SetLeverage', user, market, leverage: one.times });
    case 'hour': {
      const after = fundingDue(now, HOURS_MS) - 1 - now;
      return published(exchange, [0, 0], after);
    }
    case 'state': {
      // Puts one of the two markets under maintenance for a while, or reopens it.
      const isStill = state.markets.get(ETH)?.state === 'maintenance';
      const next = isStill ? 'open' : 'maintenance';
      return { actor: 'admin/10000009', command: { type: 'SetPerpetualMarketState', market: ETH, state: next } };
    }
    case 'silence':
      return published(exchange, one.moves, 80_000);
  }
}

test('liquidates cross-margin accounts of two markets by the rules, whatever happens', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(
      fc.subarray(
        USERS.flatMap((user) => MARKETS.map((market) => [user, market] as const)),
        { minLength: 2 },
      ),
      fc.array(turn, { minLength: 20, maxLength: 120, size: 'max' }),
      (crossing, turns) => {
        const scenario = twoMarkets();
        const { exchange } = scenario;
        for (const [user, market] of crossing) if (user !== BOB) exchange.take(marginMode(user, 'cross', market));
        for (const [user, market] of [ALICE, CAROL].flatMap((own) => MARKETS.map((name) => [own, name] as const)))
          exchange.take({ actor: `user/${user}`, command: { type: 'SetLeverage', user, market, leverage: 100 } });
        exchange.take(transferred(CAROL, FUNDS - usdt('3000')));
        for (const one of turns) {
          if (one.restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
          if (one.what === 'deal') for (const step of dealOf(exchange, one)) exchange.take(step);
          if (one.what === 'spend' || (one.what === 'hour' && one.early)) {
            const isSpent = spend(scenario, one);
            const order = exchange.take(farOff(exchange, one));
            if (isSpent && !isRejection(order)) withoutAvailable(scenario, one.user);
          }
          const step = stepOf(exchange, one);
          const outcomes = [one.early ? exchange.takeEarly(step) : exchange.take(step)];
          // A user closes at the hour, before its funding is settled.
          if (one.what === 'hour' && one.early) outcomes.push(exchange.takeEarly(closeOf(exchange, one)));
          for (const outcome of outcomes)
            if (isRejection(outcome)) seen.set(outcome.rejected, (seen.get(outcome.rejected) ?? 0) + 1);
        }
        for (const { command, events } of exchange.batches)
          for (const type of [command.type, ...events.map((event) => event.type)])
            seen.set(type, (seen.get(type) ?? 0) + 1);
        const replayed = createState();
        for (const batch of exchange.batches) {
          evolve(replayed, decodeBatch(`${encodeBody(batch)},"prev":""}`).batch);
          for (const later of [0, 16_000]) audit(replayed, replayed.at + later);
        }
        audit(restoreState(canonicalLines(replayed)), replayed.at);
        expect(stateHash(replayed)).toBe(stateHash(exchange.state));
      },
    ),
    { numRuns, seed },
  );
  if (process.env['SIMULATION_RUNS']) console.log(Object.fromEntries(seen));
  // Guards against a run that exercises nothing.
  expect(WANTED.filter((what) => (seen.get(what) ?? 0) < numRuns / 100)).toEqual([]);
});

const WANTED = [
  'PerpetualTraded',
  'FundingSettled',
  'SettleAccountFunding',
  'ProfitSettled',
  'MarginDrawn',
  'LiquidationStarted',
  'CrossLiquidationStarted',
  'LegsNetted',
  'CrossPositionReduced',
  'CrossShareSet',
  'PositionTakenOver',
  'PositionDeleveraged',
  'CrossLiquidationFinished',
];

test("settles a position's profit at the worse of mark and index", () => {
  let beside = 0;
  fc.assert(
    fc.property(
      fc.constantFrom<PositionSide>('long', 'short'),
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: 300, max: 600 }),
      (side, away, won) => {
        const scenario = twoMarkets();
        const { exchange } = scenario;
        const eth = { market: ETH };
        const index = 30_000 + (side === 'long' ? won : -won);
        const price = index + away;
        const other = side === 'long' ? 'short' : 'long';
        scenario.given(
          ...[open(BOB, 'long', 500_000, 1_000), open(ALICE, 'short', 500_000, 1_000)],
          ...[open(BOB, side, 30_000, 1_000, eth), open(ALICE, other, 30_000, 1_000, eth)],
        );
        scenario.given(transferred(BOB, availableIn(exchange.state.ledger, 'contract', BOB, 'USDT')));
        settledMarks(scenario, 444_000, index);
        // Moves the last price, the book and with them the mark of ETH away from its index.
        const [first, then] = price > 30_000 ? (['short', 'long'] as const) : (['long', 'short'] as const);
        scenario.given(
          ...[open(CAROL, first, price, 2_000, eth), open(ALICE, then, price, 2_000, { ...eth, timeInForce: 'ioc' })],
          ...[open(ALICE, 'short', price + 10, 2_000, eth), open(CAROL, 'long', price - 10, 2_000, eth)],
        );
        for (let times = 0; times < 3; times++) scenario.given(marked(exchange, 444_000, index));
        expect(exchange.state.perpetual.contracts.get(ETH)?.mark).toMatchObject({ mark: price, index });
        // A long of 1 BTC loses 5,600, more than its margin.
        scenario.given(open(CAROL, 'long', 444_000, 1_000), close(BOB, 'long', 444_000, 1_000));
        const settled = exchange.batches.at(-1)?.events.find((event) => event.type === 'ProfitSettled');
        const worse = side === 'long' ? Math.min(price, index) : Math.max(price, index);
        expect(settled).toMatchObject({ market: ETH, price: worse });
        if (worse !== price) beside++;
      },
    ),
    { numRuns: 25, seed },
  );
  expect(beside).toBeGreaterThan(5);
});

function marked({ now }: Exchange, btc: number, eth: number): Step {
  return { ...marks(btc, eth, now + 1_500), after: 1_500 };
}
