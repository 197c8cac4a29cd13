/** A quote command against the equivalent single commands. */
import fc from 'fast-check';
import { canonicalLines, restoreState, decide, evolve } from '../../server/products/core';
import type { Command } from '../../server/core/command';
import type { QuoteAmend, QuoteMarket, QuotePlace } from '../../server/products/spot/core/commands';
import { BATCH_VERSION, type CoreEvent } from '../../server/core/event';
import { isRejection } from '../../server/core/rejection';
import type { CoreState } from '../../server/core/state';
import { ALICE, BOB, asUser, given, limit, leaveFunds, quote } from '../tools/fixtures/core-fixture';

const side = fc.constantFrom('buy' as const, 'sell' as const);
const price = fc.integer({ min: 92, max: 108 });
const quantity = fc.integer({ min: 1, max: 9 });
const place: fc.Arbitrary<QuotePlace> = fc.record({ side, price, quantity });
/** Fate of one of Bob's orders. */
const fate = fc.oneof(
  { weight: 2, arbitrary: fc.constant('stays' as const) },
  { weight: 1, arbitrary: fc.constant('ends' as const) },
  { weight: 5, arbitrary: fc.record({ off: fc.integer({ min: -1, max: 2 }), quantity }, { requiredKeys: [] }) },
);
/** Around 100, so that most of them rest. */
const resting = fc
  .record({ side, away: fc.integer({ min: 0, max: 8 }), quantity })
  .map(({ side: one, away, quantity: lots }) => ({
    side: one,
    price: one === 'buy' ? 100 - away : 101 + away,
    quantity: lots,
  }));
const orders = fc.array(
  fc.record({ place: resting, isAlices: fc.nat(3).map((roll) => roll === 0), isPatient: fc.boolean() }),
  {
    minLength: 2,
    maxLength: 9,
  },
);
const wishes = fc.record({
  orders,
  left: fc.record({ USDT: fc.integer({ min: 0, max: 3_000 }), BTC: fc.integer({ min: 0, max: 25 }) }),
  /** Common move of all quotes. */
  shift: fc.integer({ min: -9, max: 9 }),
  fates: fc.array(fate, { minLength: 9, maxLength: 9 }),
  places: fc.array(place, { maxLength: 3 }),
});
type Wish = typeof wishes extends fc.Arbitrary<infer T> ? T : never;

/** The exchange before, and the quotes. */
function begun({ orders: before, left, shift, fates, places }: Wish) {
  const scenario = given();
  for (const one of before) {
    const order = limit(one.place.side, one.place.price, one.place.quantity, {
      timeInForce: one.isPatient ? 'post_only' : 'gtc',
    });
    scenario.when(one.isAlices ? asUser(ALICE, order) : order);
  }
  const { state } = scenario.exchange;
  for (const asset of ['USDT', 'BTC'] as const) scenario.when(leaveFunds(asset, BigInt(left[asset])));
  const own = [...(state.members.get(BOB)?.openOrders.get('BTC-USDT') ?? [])];
  const cancels = own.filter((_, index) => fates[index] === 'ends');
  const amends = own.flatMap((order, index): QuoteAmend[] => {
    const wanted = fates[index];
    if (typeof wanted === 'string') return [];
    const { off, quantity: lots } = wanted;
    const moved = (state.orders.get(order)?.price ?? 0) + shift + (off ?? 0);
    return [{ order, price: off === undefined ? undefined : moved, quantity: lots }];
  });
  return { scenario, state, step: quote({ cancels, amends: amends.slice(0, 4), places }) };
}

/** Sends all commands in sequence; null if one is refused or takes. */
function sent(before: CoreState, commands: readonly Command[]): { state: CoreState; events: CoreEvent[] } | null {
  const state = restoreState(canonicalLines(before));
  const events: CoreEvent[] = [];
  for (const command of commands) {
    const actor = `user/${BOB}` as const;
    const decision = decide(state, command, { actor, at: state.at });
    if (isRejection(decision) || decision.some((event) => 'disposition' in event && event.disposition === 'takes'))
      return null;
    const first = state.position + 1;
    evolve(state, { v: BATCH_VERSION, first, at: state.at, command: { type: command.type }, actor, events: decision });
    events.push(...decision);
  }
  return { state, events };
}

function amendOrder(amend: QuoteAmend): Command {
  return { type: 'AmendOrder', user: BOB, ...amend };
}
function placeOrder(one: QuotePlace): Command {
  const common = { kind: 'limit', timeInForce: 'post_only', selfTrade: 'cancel_taker' } as const;
  return { type: 'PlaceOrder', user: BOB, market: 'BTC-USDT', ...common, ...one };
}

/** Cancellations first, new orders last, and amendments in every order in between. */
function* orderings({ cancels, amends, places }: QuoteMarket): Generator<Command[]> {
  for (const permuted of permutations(amends)) {
    yield [
      ...cancels.map((order): Command => ({ type: 'CancelOrder', user: BOB, order })),
      ...permuted.map(amendOrder),
      ...places.map(placeOrder),
    ];
  }
}

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of permutations([...items.slice(0, index), ...items.slice(index + 1)])) yield [item, ...rest];
  }
}

/** The parts of an accepted command as single commands, in the order of its events. */
function inOrderOf(events: readonly CoreEvent[], { amends }: QuoteMarket): Command[] {
  return events.map((event): Command => {
    if (event.type === 'OrderCancelled') return { type: 'CancelOrder', user: BOB, order: event.order };
    if (event.type === 'OrderPlaced') {
      const { side: placed, price: ticks = 0, quantity: lots = 0 } = event;
      return placeOrder({ side: placed, price: ticks, quantity: lots });
    }
    return amendOrder(amends.find(({ order }) => 'order' in event && order === event.order) as QuoteAmend);
  });
}

/** The whole state except time and number of batches. */
function told(state: CoreState): unknown[] {
  return [state.counters, ...[...canonicalLines(state)].filter((line) => !line.startsWith('["core"'))];
}

test('accepts exactly if the single commands pass in some order, with the same effect', () => {
  const seen = { accepted: 0, refused: new Set<string>(), reordered: 0 };
  fc.assert(
    fc.property(wishes, (wish) => {
      const { scenario, state, step } = begun(wish);
      const command = step.command as QuoteMarket;
      const before = restoreState(canonicalLines(state));
      const outcome = scenario.exchange.take(step);
      if (isRejection(outcome)) {
        seen.refused.add(outcome.rejected);
        if (outcome.rejected === 'quote.size.invalid') return;
        for (const commands of orderings(command)) expect(sent(before, commands)).toBeNull();
        return;
      }
      seen.accepted++;
      const events = scenario.exchange.batches.at(-1)?.events ?? [];
      const singly = sent(before, inOrderOf(events, command));
      const plain = events.map((event) => ({ ...event, quoted: undefined }));
      expect(singly?.events.map((event) => ({ ...event, quoted: undefined }))).toEqual(plain);
      expect(singly && told(singly.state)).toEqual(told(state));
      const asSent = [...orderings(command)][0];
      if (sent(before, asSent) === null) seen.reordered++;
    }),
    { numRuns: 600, seed: Number(process.env['SIMULATION_SEED'] ?? 20_260_101) },
  );
  // Guards against a run that exercises nothing.
  expect(seen.accepted).toBeGreaterThan(60);
  expect(seen.reordered).toBeGreaterThan(5);
  expect([...seen.refused]).toEqual(
    expect.arrayContaining(['amend.nothing', 'balance.insufficient', 'order.would.take']),
  );
});
