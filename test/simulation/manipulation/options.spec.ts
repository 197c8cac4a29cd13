/**
 * A buyer of second contracts who knows the true price, every source's quotes with their times, and publication times.
 * On no index that sells contracts, at no duration or level, does the buyer profit on average: the house keeps its
 * edge.
 */
import { createExecutor } from '../../../server/engine/step';
import { isRejection } from '../../../server/core/rejection';
import type { SourceQuote } from '../../../server/core/command';
import { system, type Step } from '../../tools/fixtures/core-fixture';
import { ENTRY_DELAY_MS } from '../../../shared/products/option/rules/settlement';
import { PRICE, SYMBOL, buyOption, optionScenario, usdt } from '../../tools/fixtures/option-fixture';
import { dice } from '../random-intentions';
import { admitted, wealthOf } from './adversaries';

const GRID_MS = 10;
const PUBLICATION_MS = 1_010;
const YEAR_MS = 365 * 86_400_000;
const STAKE = usdt(1_000);
const WEALTH = usdt(2_000_000);
/** 2.8 hours. */
const PUBLICATIONS = 10_000;
/** Buyers wait first: an index needs a hundred publications for its record. */
const FROM = 120;
/** Minimum time between two purchases of a strategy, so that they are independent. */
const APART_MS = 10_000;
/** Purchase times before a publication. */
const BEFORE_MS = [1_000, 900, 800, 700, 600, 510];

interface Sources {
  /** Interval of a source's quotes, milliseconds. */
  everyMs: number;
  /** Annual volatility, as a fraction. */
  volatility: number;
  /** Constant bias of each source above the true price, basis points. */
  biases: readonly number[];
}

interface Strategy {
  /** Minimum distance of the expected end from the expected entry for a purchase, basis points. */
  threshold: number;
  /** Expects the entry from quotes told after the purchase only, or from the latest quote of every source. */
  entry: 'latest' | 'after';
  durationMs: 30_000 | 60_000;
  /** Distance of a take-profit on the winning side, basis points. */
  takeProfit?: number;
}
/** One account per strategy. */
const STRATEGIES: readonly Strategy[] = [
  { threshold: 0, entry: 'latest', durationMs: 30_000 },
  { threshold: 1, entry: 'latest', durationMs: 30_000 },
  { threshold: 3, entry: 'latest', durationMs: 30_000 },
  { threshold: 1, entry: 'latest', durationMs: 60_000 },
  { threshold: 1, entry: 'latest', durationMs: 30_000, takeProfit: 5 },
  { threshold: 0, entry: 'after', durationMs: 30_000 },
  { threshold: 0.5, entry: 'after', durationMs: 30_000 },
  { threshold: 1, entry: 'after', durationMs: 30_000 },
];
const USERS = STRATEGIES.map((_, place) => 10_000_021 + place);

/** Price of every grid point, in fractional ticks: small steps, and two jumps a minute. */
function walk(seed: number, points: number, volatility: number): Float64Array {
  const roll = dice(seed);
  const chance = (): number => (roll(2 ** 32) + 0.5) / 2 ** 32;
  const bell = (): number => Math.sqrt(-2 * Math.log(chance())) * Math.cos(2 * Math.PI * chance());
  const step = volatility * Math.sqrt(GRID_MS / YEAR_MS);
  const prices = new Float64Array(points);
  let price = PRICE;
  for (let point = 0; point < points; point++) {
    prices[point] = price;
    price *= 1 + step * bell();
    if (roll(30_000 / GRID_MS) === 0) price *= 1 + 0.0005 * volatility * bell();
  }
  return prices;
}

/** For an even count the mean of the middle two, rounded down. */
function medianOf(prices: readonly number[]): number {
  const sorted = [...prices].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : Math.floor((sorted[middle - 1] + sorted[middle]) / 2);
}

/** Quotes of the sources from the path of the true price. */
class Telling {
  private readonly prices: Float64Array;
  private readonly phases: readonly number[];

  constructor(
    readonly sources: Sources,
    readonly began: number,
    seed: number,
  ) {
    const { everyMs, volatility, biases } = sources;
    const roll = dice(seed + 1);
    this.prices = walk(seed, Math.ceil(((PUBLICATIONS + 2) * PUBLICATION_MS) / GRID_MS), volatility);
    this.phases = biases.map(() => roll(everyMs / GRID_MS) * GRID_MS);
  }

  trueAt(at: number): number {
    return this.prices[Math.max(0, Math.floor((at - this.began) / GRID_MS))];
  }

  /** Time of a source's last quote by then. */
  toldBy(source: number, at: number): number {
    const [first, { everyMs }] = [this.began + this.phases[source], this.sources];
    return first + Math.floor((at - first) / everyMs) * everyMs;
  }

  shown(source: number, price: number): number {
    return Math.round(price * (1 + this.sources.biases[source] / 10_000));
  }

  quotesAt(at: number): SourceQuote[] {
    return this.sources.biases.map((_, source) => {
      const told = this.toldBy(source, at);
      return { source: `source ${source}`, price: this.shown(source, this.trueAt(told)), at: told };
    });
  }

  /** Expected entry and end as seen at the purchase; later quotes count at the current price. Null without an entry. */
  foreseen(entry: Strategy['entry'], buysAt: number, publishedAt: number): { entry: number; end: number } | null {
    const now = this.trueAt(buysAt);
    const counted = this.sources.biases.flatMap((_, source) => {
      const told = this.toldBy(source, publishedAt);
      if (entry === 'after' && told < buysAt + ENTRY_DELAY_MS) return [];
      return [this.shown(source, told > buysAt ? now : this.trueAt(told))];
    });
    if (counted.length < 3) return null;
    return { entry: medianOf(counted), end: medianOf(this.sources.biases.map((_, source) => this.shown(source, now))) };
  }
}

interface Result {
  bought: number;
  refused: Set<string>;
  /** Average gain in stakes. */
  yield: number;
}

function played(sources: Sources, seed: number): Result[] {
  const each = <T>(value: T): T[] => [value, value, value];
  const sale = { payoutsPpb: each(800_000_000), feesPpb: each(10_000_000), feeAmounts: each(0n) };
  const scenario = optionScenario(sale).given(
    ...admitted(USERS, { USDT: WEALTH }),
    ...USERS.map((user): Step => ({
      actor: `user/${user}`,
      command: { type: 'TransferFunds', user, asset: 'USDT', from: 'spot', to: 'option', amount: WEALTH },
    })),
  );
  const { state } = scenario.exchange;
  let now = scenario.exchange.now;
  const telling = new Telling(sources, now, seed);
  const take = createExecutor({ state, clock: () => now, onDraft: () => undefined });
  const results = STRATEGIES.map((): Result => ({ bought: 0, refused: new Set(), yield: 0 }));
  const boughtAt = STRATEGIES.map(() => 0);
  for (let publication = 2; publication <= PUBLICATIONS; publication++) {
    const publishedAt = telling.began + publication * PUBLICATION_MS;
    for (const before of BEFORE_MS) {
      now = publishedAt - before;
      for (const [place, { threshold, entry, durationMs, takeProfit }] of STRATEGIES.entries()) {
        if (publication < FROM || now - boughtAt[place] < APART_MS) continue;
        const seen = telling.foreseen(entry, now, publishedAt);
        if (!seen || (seen.entry === seen.end && threshold > 0)) continue;
        if (Math.abs(seen.end - seen.entry) * 10_000 < threshold * seen.end) continue;
        const direction = seen.end >= seen.entry ? 'up' : 'down';
        const away = Math.round(((takeProfit ?? 0) * seen.end) / 10_000);
        const level = away === 0 ? {} : { takeProfit: seen.end + (direction === 'up' ? away : -away) };
        const outcome = take(buyOption(USERS[place], direction, STAKE, { durationMs, ...level }));
        if (isRejection(outcome)) results[place].refused.add(outcome.rejected);
        else results[place].bought++;
        boughtAt[place] = now;
      }
    }
    now = publishedAt;
    const outcome = take(
      system({ type: 'PublishIndex', prices: [{ symbol: SYMBOL, sources: telling.quotesAt(now) }] }),
    );
    if (isRejection(outcome) && publication > 10) throw new Error(outcome.rejected);
  }
  for (const [place, user] of USERS.entries()) {
    const result = results[place];
    if (result.bought > 0) {
      result.yield = Number(wealthOf(state, [user]) - WEALTH) / Number(STAKE) / result.bought;
    }
  }
  return results;
}

const EVEN = [0, 0, 0, 0, 0];

test.each<[name: string, Sources]>([
  ['tell five times a second', { everyMs: 200, volatility: 0.6, biases: EVEN }],
  ['tell twice a second', { everyMs: 500, volatility: 0.6, biases: EVEN }],
  ['tell once a second, in a quiet night', { everyMs: 1_000, volatility: 0.25, biases: EVEN }],
  ['tell every other second', { everyMs: 2_000, volatility: 0.9, biases: EVEN }],
  ['tell every third second', { everyMs: 3_000, volatility: 0.9, biases: EVEN }],
  ['tell every fourth second', { everyMs: 4_000, volatility: 0.9, biases: EVEN }],
])('a buyer who knows the true price earns nothing from second contracts whose sources %s', (_, sources) => {
  const results = played(sources, 7);
  // Few purchases may be lucky: allows two standard deviations above the house's tenth, and nothing from 400 on.
  const most = results.map(({ bought: count }) => Math.max(0, 2 / Math.sqrt(count + 1) - 0.1));
  expect(results.filter((result, place) => result.yield > most[place])).toEqual([]);
  // Every refusal is due to the index; without refusals there were many purchases.
  const refused = new Set(results.flatMap((result) => [...result.refused]));
  if (refused.size > 0) expect([...refused]).toEqual(['index.slow']);
  else expect(results[0].bought).toBeGreaterThan(500);
});
