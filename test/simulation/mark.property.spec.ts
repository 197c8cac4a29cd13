/**
 * Two accounts act freely in their own book while the index stands still. A third with positions on both sides, opened
 * at the mark with the highest leverage, is not liquidated. There is no premium if no order keeps its price over two
 * publications.
 */
import fc from 'fast-check';
import { canonicalLines, restoreState } from '../../server/products/core';
import { isRejection } from '../../server/core/rejection';
import { ALICE, BOB, asUser, cancelAll, CAROL, later, type Exchange, type Step } from '../tools/fixtures/core-fixture';
import { amendOf, leverage, mark, open, order, PERP, perpetuals } from '../tools/fixtures/perpetual-fixture';
import { markDistanceMax } from '../../shared/products/perpetual/rules/mark';
import { TIERS } from '../tools/fixtures/perpetual-terms';

const M = 500_000;
const BOUND = markDistanceMax(M, TIERS[0]);

const who = fc.constantFrom(BOB, CAROL);
const sides = fc.constantFrom('long' as const, 'short' as const);
/** Ticks behind the middle that the adversaries lean to; negative values lie before it. */
const away = fc.integer({ min: -60, max: 300 });
const lots = fc.integer({ min: 1, max: 1_500 });
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      is: fc.constant('place' as const),
      ...{ who, side: sides, away, lots },
      timeInForce: fc.constantFrom('gtc' as const, 'gtc' as const, 'post_only' as const, 'ioc' as const),
      closes: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('trigger' as const),
      ...{ who, side: sides, away, lots },
      trigger: fc.integer({ min: -400, max: 400 }),
      triggerBy: fc.constantFrom('last' as const, 'mark' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('amend' as const), who, side: sides, away, lots, place: fc.nat(20) }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('market' as const), who, side: sides, lots }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('cancel' as const), who }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const runs = fc.record({
  lean: fc.constantFrom(-2_400, -1_000, 1_000, 2_400),
  turns: fc.array(
    fc.record({
      acts: fc.array(act, { maxLength: 8 }),
      ms: fc.integer({ min: 1_010, max: 1_610 }),
      restarts: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    }),
    { minLength: 10, maxLength: 40, size: 'max' },
  ),
});

function stepOf({ state }: Exchange, lean: number, told: Act): Step {
  if (told.is === 'cancel') return asUser(told.who, cancelAll(PERP));
  if (told.is === 'market') return open(told.who, told.side, null, told.lots);
  const price = M + lean + (told.side === 'long' ? -told.away : told.away);
  if (told.is === 'place') {
    const { timeInForce } = told;
    return order(told.who, told.closes ? 'close' : 'open', told.side, price, told.lots, { timeInForce });
  }
  if (told.is === 'trigger') {
    const { triggerBy } = told;
    return open(told.who, told.side, price, told.lots, { kind: 'stop_limit', trigger: M + told.trigger, triggerBy });
  }
  const own = [...(state.members.get(told.who)?.openOrders.get(PERP) ?? [])];
  return amendOf(told.who, own[told.place % Math.max(1, own.length)] ?? 0, { price, quantity: told.lots });
}

/** Alice is long and short 800 lots, opened at the mark, 125×. */
function begun(): Exchange {
  const scenario = perpetuals().given(leverage(ALICE, 125));
  for (const [hers, his] of [
    ['long', 'short'],
    ['short', 'long'],
  ] as const)
    scenario.given(open(ALICE, hers, M, 800), open(BOB, his, M, 800, { timeInForce: 'ioc' }));
  return scenario.exchange;
}

interface Seen {
  taken: number;
  traded: number;
  basis: number;
  bound: number;
}

/** After a publication their orders move to another price or are cancelled. */
function moveOn(exchange: Exchange): void {
  for (const user of [BOB, CAROL]) {
    for (const id of [...(exchange.state.members.get(user)?.openOrders.get(PERP) ?? [])]) {
      const { side, price } = exchange.state.orders.get(id) ?? { side: 'buy', price: 0 };
      const amended = exchange.take(amendOf(user, id, { price: side === 'buy' ? price - 1 : price + 1 }));
      if (isRejection(amended))
        exchange.take(asUser(user, { actor: 'clock', command: { type: 'CancelOrder', user, order: id } }));
    }
  }
}

/** `flickers`: no order keeps its place over two publications. */
function play({ lean, turns }: typeof runs extends fc.Arbitrary<infer T> ? T : never, flickers: boolean, seen: Seen) {
  const exchange = begun();
  for (const { acts, ms, restarts } of turns) {
    const next = exchange.now + ms;
    for (const told of acts) if (!isRejection(exchange.take(stepOf(exchange, lean, told)))) seen.taken++;
    exchange.take(later(Math.max(0, next - exchange.now), mark(M, next)));
    if (restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
    if (flickers) moveOn(exchange);
  }
  exchange.auditor.compare(exchange.state);
  const events = exchange.batches.flatMap((batch) => batch.events);
  const marks = events.flatMap((event) => (event.type === 'MarkPublished' ? [event] : []));
  expect(marks).toHaveLength(turns.length + 1);
  for (const one of marks) {
    expect(Math.abs(one.mark - M)).toBeLessThanOrEqual(BOUND);
    if (flickers) expect([one.basis, one.premium, one.p2]).toEqual([undefined, undefined, M]);
    if (one.basis !== undefined) seen.basis++;
    if (Math.abs(one.mark - M) === BOUND) seen.bound++;
  }
  seen.traded += events.filter(({ type }) => type === 'PerpetualTraded').length;
  const hers = events.filter((event) => event.type === 'LiquidationStarted' && event.user === ALICE);
  expect(hers).toEqual([]);
  for (const side of ['long', 'short'] as const)
    expect(exchange.state.perpetual.holdings.get(ALICE)?.get(PERP)?.[side]?.lots).toBe(800);
}

test('with orders that stand for any time', () => {
  const seen: Seen = { taken: 0, traded: 0, basis: 0, bound: 0 };
  fc.assert(
    fc.property(runs, (run) => play(run, false, seen)),
    { seed: 20_261_128, numRuns: 60 },
  );
  // Guards against a run that exercises nothing.
  for (const often of Object.values(seen)) expect(often).toBeGreaterThan(50);
});

test('with orders that move after each publication: no premium either', () => {
  const seen: Seen = { taken: 0, traded: 0, basis: 0, bound: 0 };
  fc.assert(
    fc.property(runs, (run) => play(run, true, seen)),
    { seed: 20_261_129, numRuns: 60 },
  );
  expect(seen.taken).toBeGreaterThan(1_000);
  expect(seen.traded).toBeGreaterThan(200);
  expect(seen.basis).toBe(0);
});
