/**
 * Buyers know the true price when they buy, from the sources or a faster exchange, and buy the direction of its move.
 * Under rule 1 they earn more the slower the sources are. Under rule 2 they earn nothing at any payout of the demo, at
 * any distance of the price, at any time in the feed's turn, with any levels, and even with knowledge of the sources'
 * premiums and times. Slow indexes are for sale here, because the entry rule has to hold without that check.
 */
import { agreedPrice, medianOf } from '../../shared/rules/arithmetic/median';
import {
  OPTION_RULE,
  findEnd,
  entryCountsFrom,
  findEntry,
  levelReached,
  optionFee,
  outcomeOf,
  payoutFor,
  priceFor,
  areLevelsAround,
  type BoughtOption,
  type Levels,
  type OptionDirection,
  type OptionRule,
  type Quote,
  type Quoted,
} from '../../shared/products/option/rules/settlement';
import { unitsOf } from '../../shared/rules/units';
import { DEMO_OPTIONS } from '../../server/products/option/demo/listings';
import { dice } from './random-intentions';

const STEP_MS = 100;
/** Interval of the feed's turns. */
const TURN_MS = 1_010;
const SOURCE_STALE_MS = 10_000;
const STALE_MS = 10_000;
const SOURCES = 5;
const SOURCES_MIN = 3;
const PRICE = 100_000_000;
const BASIS_POINT = PRICE / 10_000;
/** Standard deviation of a step, for 90 % annual volatility. */
const DEVIATION = PRICE * 0.9 * Math.sqrt(STEP_MS / (365 * 86_400_000));
/** Sources quote before the purchase as well. */
const BEFORE_MS = 12_000;
/** Maximum time to the entry. */
const AFTER_MS = 17_000;
const PERIODS_MS = [200, 500, 1_000, 2_000, 3_000, 6_000] as const;
const STAKE = 1_000n * 100_000_000n;

/** The demo's offers: durations and payouts. */
const [{ durations }] = DEMO_OPTIONS;
const OFFERS = durations.map(({ durationMs, payoutPpb, feePpb, feeAmount }): BoughtOption => {
  const fee = feePpb > 0 ? { ratePpb: feePpb } : { amount: unitsOf(feeAmount, 8) as bigint };
  return { stake: STAKE, payoutPpb, durationMs, fee: optionFee(STAKE, fee) };
});

interface Source {
  /** Interval of the source's quotes. */
  periodMs: number;
  /** Constant premium over the true price, basis points. */
  premium: number;
}
function alike(periodMs: number): Source[] {
  return Array.from({ length: SOURCES }, () => ({ periodMs, premium: 0 }));
}

/** The true price's path, and the quotes of five sources at their own times. */
class Market {
  private readonly path: Float64Array;
  private readonly phases: readonly number[];

  constructor(
    chance: () => number,
    private readonly sources: readonly Source[],
    ms: number,
  ) {
    this.path = new Float64Array(Math.ceil(ms / STEP_MS) + 1);
    let price = PRICE;
    for (let step = 0; step < this.path.length; step++) this.path[step] = price += bell(chance) * DEVIATION;
    this.phases = sources.map(({ periodMs }) => chance() * periodMs);
  }

  truth(at: number): number {
    return this.path[Math.max(0, Math.floor(at / STEP_MS))];
  }

  /** Time of a source's last quote by then. */
  private toldBy(source: number, periodMs: number, at: number): number {
    return Math.floor((at - this.phases[source]) / periodMs) * periodMs + this.phases[source];
  }

  /** From the sources with a quote in the last ten seconds. */
  published(at: number): Quoted | null {
    const quotes = this.sources.map(({ periodMs, premium }, source): Quote => {
      const toldAt = this.toldBy(source, periodMs, at);
      return { source, price: Math.round(this.truth(toldAt) + premium * BASIS_POINT), at: Math.floor(toldAt) };
    });
    const fresh = quotes.filter((quote) => quote.at >= 0 && at - quote.at <= SOURCE_STALE_MS);
    const agreed = agreedPrice(fresh, SOURCES_MIN);
    return agreed && { ...agreed, at };
  }

  /** Every turn of the feed in a time span. */
  turns(from: number, to: number): Quoted[] {
    const all: Quoted[] = [];
    for (let at = from; at < to; at += TURN_MS) {
      const one = this.published(Math.round(at));
      if (one) all.push(one);
    }
    return all;
  }
}

function bell(chance: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

function chanceOf(seed: number): () => number {
  const roll = dice(seed);
  return () => roll(2 ** 32) / 2 ** 32;
}

interface Played {
  /** True price at the purchase. */
  truth: number;
  /** Distance of the true price from the published one at the purchase, basis points. */
  gap: number;
  /** Elapsed fraction of the feed's turn. */
  phase: number;
  direction: OptionDirection;
  published: readonly Quoted[];
  before: Quoted;
}

/** A purchase at a random moment, in the direction of the true price. */
function play(chance: () => number, sources: readonly Source[], durationMs: number): Played {
  const market = new Market(chance, sources, BEFORE_MS + AFTER_MS + durationMs);
  const phase = chance();
  const published = market.turns(BEFORE_MS - phase * TURN_MS, BEFORE_MS + AFTER_MS + durationMs);
  const [before] = published;
  const truth = market.truth(BEFORE_MS);
  const gap = (truth - before.price) / BASIS_POINT;
  const direction = gap > 0 ? 'up' : 'down';
  return { truth, gap: Math.abs(gap), phase, direction, published: published.slice(1), before };
}

const EVERY = Array.from({ length: SOURCES }, (_, source) => source);

/**
 * Gain of a contract in stakes; null if it was refunded before its entry or its levels were refused. `judged`: `of the
 * entry` is the actual rule; `all` judges by all sources, and `told since` judges levels only by quotes since the
 * entry.
 */
function gainOf(
  rule: OptionRule,
  { published, direction, before }: Played,
  offer: BoughtOption,
  levels: Levels = {},
  judged: 'of the entry' | 'all' | 'told since' = 'of the entry',
): number | null {
  const counting = { rule, sourcesMin: SOURCES_MIN };
  if (!areLevelsAround(levels, direction, before.price)) return null;
  const found = findEntry(published, { ...counting, from: entryCountsFrom(BEFORE_MS) });
  if (!found || !areLevelsAround(levels, direction, found.price)) return null;
  const entry = judged === 'all' ? { ...found, basis: EVERY } : found;
  const endsAt = entry.at + offer.durationMs;
  if (levels.takeProfit !== undefined || levels.stopLoss !== undefined) {
    for (const one of published) {
      if (one.at <= entry.at || one.at >= endsAt) continue;
      const sources = judged === 'told since' ? one.sources.filter((quote) => quote.at > entry.at) : one.sources;
      const price = priceFor({ ...one, sources }, counting, entry);
      const end = price === null ? null : levelReached(levels, direction, price);
      if (end) return earned(offer, end, one.at - entry.at);
    }
  }
  const last = findEnd(published, { ...counting, staleMs: STALE_MS }, entry, endsAt);
  return last && earned(offer, outcomeOf(direction, entry.price, last.price), offer.durationMs);
}

function earned(offer: BoughtOption, end: Parameters<typeof payoutFor>[1], elapsedMs: number): number {
  const { returnedStake: back, income, fee, houseShare: kept } = payoutFor(offer, end, elapsedMs);
  const charged = kept === 0n && (end === 'won' || end === 'take_profit') ? fee : 0n;
  return Number(back + income - charged - offer.stake) / Number(offer.stake);
}

/** Mean gain and its statistical error. */
class Earnings {
  private count = 0;
  private sum = 0;
  private squares = 0;

  add(gain: number): void {
    this.count++;
    this.sum += gain;
    this.squares += gain * gain;
  }
  get size(): number {
    return this.count;
  }
  get mean(): number {
    return this.count === 0 ? 0 : this.sum / this.count;
  }
  /** Two standard errors of the mean. */
  get noise(): number {
    return this.count === 0
      ? Infinity
      : (2 * Math.sqrt(this.squares / this.count - this.mean ** 2)) / Math.sqrt(this.count);
  }
}

/** Upper bounds of the gap's classes, basis points. */
const GAPS = [1, 2, 4, Infinity] as const;
const QUARTERS = 4;
/** A mean of fewer plays is not significant. */
const TOLD_BY = 800;

/** Gains of purchases from sources of one interval, by knowledge class, rule and payout. */
function earnings(periodMs: number, plays: number, seed: number): Map<string, Earnings> {
  const chance = chanceOf(seed);
  const found = new Map<string, Earnings>();
  const shortest = OFFERS[0].durationMs;
  for (let number = 0; number < plays; number++) {
    const played = play(chance, alike(periodMs), shortest);
    const gap = GAPS.findIndex((below) => played.gap < below);
    const quarter = Math.floor(played.phase * QUARTERS);
    for (const rule of [1, OPTION_RULE] as const) {
      for (const [place, offer] of OFFERS.entries()) {
        // Knowledge weighs most at the shortest duration.
        const gain = gainOf(rule, played, { ...offer, durationMs: shortest });
        if (gain === null) continue;
        for (const bucket of [`gap ${gap}`, `quarter ${quarter}`]) {
          const key = `rule ${rule} payout ${place} ${bucket}`;
          const one = found.get(key) ?? new Earnings();
          found.set(key, one);
          one.add(gain);
        }
      }
    }
  }
  return found;
}

/** `SIMULATION_PLAYS` runs longer, `SIMULATION_SEED` elsewhere. */
const PLAYS = Number(process.env['SIMULATION_PLAYS'] ?? 6_000);

test.each(PERIODS_MS)(
  'sources with quotes every %d ms: a buyer who knows the true price earns nothing under rule 2',
  (periodMs) => {
    const found = [
      ...earnings(periodMs, PLAYS, Number(process.env['SIMULATION_SEED'] ?? 20_261_128) + periodMs),
    ].filter(([, { size }]) => size >= TOLD_BY);
    const earning = found.filter(([key, { mean }]) => key.startsWith('rule 2') && mean > 0);
    expect(earning.map(([key, { mean }]) => [key, mean])).toEqual([]);
    expect(found.filter(([key]) => key.startsWith('rule 2')).length).toBeGreaterThanOrEqual(OFFERS.length * 6);
    if (periodMs < 6_000) return;
    // Under rule 1 they earned: the reason for rule 2, and proof that these plays can detect it.
    const before = new Map(found);
    for (const [place] of OFFERS.entries()) {
      for (const gap of [2, 3]) {
        const { mean, noise } = before.get(`rule 1 payout ${place} gap ${gap}`)!;
        expect(mean).toBeGreaterThan(noise);
      }
    }
  },
);

/** Levels as multiples of the known gap from the published price; null: none. */
const PROFITS = [null, 0.5, 1, 2, 4] as const;
const LOSSES = [null, 0.25, 1, 4] as const;

test('a buyer who knows the true price earns nothing with levels either', () => {
  const chance = chanceOf(20_261_129);
  const found = new Map<string, Earnings>();
  for (let number = 0; number < PLAYS; number++) {
    const played = play(chance, alike(6_000), OFFERS[0].durationMs);
    // With little knowledge nobody earns under either rule.
    if (played.gap < 2) continue;
    const toWin = played.direction === 'up' ? 1 : -1;
    const level = (part: number) => Math.round(played.before.price + toWin * part * played.gap * BASIS_POINT);
    for (const profit of PROFITS) {
      for (const loss of LOSSES) {
        if (profit === null && loss === null) continue;
        const levels: Levels = {};
        if (profit !== null) levels.takeProfit = level(profit);
        if (loss !== null) levels.stopLoss = level(-loss);
        for (const rule of [1, OPTION_RULE] as const) {
          const gain = gainOf(rule, played, OFFERS[0], levels);
          if (gain === null) continue;
          const key = `rule ${rule} profit ${profit} loss ${loss}`;
          const one = found.get(key) ?? new Earnings();
          found.set(key, one);
          one.add(gain);
        }
      }
    }
  }
  const told = [...found].filter(([, { size }]) => size >= TOLD_BY);
  const earning = (rule: OptionRule) =>
    told.filter(([key, { mean, noise }]) => key.startsWith(`rule ${rule}`) && mean > noise).map(([key]) => key);
  expect(earning(OPTION_RULE)).toEqual([]);
  expect(earning(1)).not.toEqual([]);
});

/** Constant premium of each source; the first three quote five times a second, the last two slowly. */
const APART: [slowMs: number, premiums: number[]][] = [
  [2_000, [-4, 4, 6, -6, -8]],
  [2_000, [-6, -5, 2, 6, 8]],
  [3_000, [8, -4, -6, 4, 10]],
  [3_000, [10, 8, 4, -8, -10]],
  [3_000, [-10, -4, 4, 4, 10]],
];
/** Take-profits in basis points beyond the final price of all sources; null: none. */
const BEYOND = [null, 0.5, 2] as const;

/**
 * Buyers know the sources' premiums and quote times, and so which sources make the entry. They buy towards the median
 * of all sources where it differs from the entry's.
 */
test.each(APART)(
  'nor from knowing which sources make the entry: two quote every %d ms, premiums %j',
  (slowMs, premiums) => {
    const chance = chanceOf(20_261_130 + slowMs);
    const sources = premiums.map((premium, source) => ({ periodMs: source < 3 ? 200 : slowMs, premium }));
    const earned = new Map<string, Earnings>();
    for (let number = 0; number < PLAYS / 2; number++) {
      const played = play(chance, sources, OFFERS[0].durationMs);
      const from = entryCountsFrom(BEFORE_MS);
      const basis = findEntry(played.published, { rule: OPTION_RULE, sourcesMin: SOURCES_MIN, from })?.basis ?? EVERY;
      const [all, those] = [EVERY, basis].map((some) => medianOf(some.map((source) => 100 + premiums[source])) - 100);
      if (all === those) continue;
      const direction = all > those ? 'up' : 'down';
      for (const beyond of BEYOND) {
        const away = direction === 'up' ? (beyond ?? 0) : -(beyond ?? 0);
        const takeProfit = Math.round(played.truth + (all + away) * BASIS_POINT);
        for (const judged of ['of the entry', 'all'] as const) {
          const levels = beyond === null ? {} : { takeProfit };
          const gain = gainOf(OPTION_RULE, { ...played, direction }, OFFERS[0], levels, judged);
          if (gain === null) continue;
          const key = `${judged}, beyond ${beyond}`;
          const one = earned.get(key) ?? new Earnings();
          earned.set(key, one);
          one.add(gain);
        }
      }
    }
    expect(earned.size).toBe(2 * BEYOND.length);
    const gaining = [...earned].filter(([, { mean, noise }]) => mean > noise).map(([key]) => key);
    expect(gaining.filter((key) => key.startsWith('of the entry'))).toEqual([]);
    // Judged by the median of all sources they earn, so these plays can detect it.
    expect(gaining).toContain('all, beyond null');
  },
);

/** Take-profits towards the first three sources, by their distance from the entry's sources. */
const TOWARDS: [slowMs: number, premiums: number[]][] = [
  [3_000, [-10, -8, 10, 10, 10]],
  [2_000, [8, -8, -9, 10, 9]],
];
test.each(TOWARDS)(
  'nor from knowing which sources quote first after the entry: slow ones every %d ms, premiums %j',
  (slowMs, premiums) => {
    const chance = chanceOf(20_261_140 + slowMs);
    const sources = premiums.map((premium, source) => ({ periodMs: source < 3 ? 200 : slowMs, premium }));
    const earned = { 'of the entry': new Earnings(), 'told since': new Earnings() };
    for (let number = 0; number < PLAYS; number++) {
      const played = play(chance, sources, OFFERS[0].durationMs);
      const entry = findEntry(played.published, {
        rule: OPTION_RULE,
        sourcesMin: SOURCES_MIN,
        from: entryCountsFrom(BEFORE_MS),
      });
      const next = played.published.find(({ at }) => entry && at > entry.at);
      if (!entry || !next || entry.basis.length === SOURCES_MIN) continue;
      // The entry's slow sources must not quote before the next publication.
      if (next.sources.some(({ source, at }) => source >= SOURCES_MIN && at > entry.at)) continue;
      const [all, first] = [entry.basis, [0, 1, 2]].map(
        (some) => medianOf(some.map((one) => 100 + premiums[one])) - 100,
      );
      const direction = first > all ? 'up' : 'down';
      const takeProfit = Math.round(played.truth + (all + (first - all) / 4) * BASIS_POINT);
      for (const judged of ['of the entry', 'told since'] as const) {
        const gain = gainOf(OPTION_RULE, { ...played, direction }, OFFERS[0], { takeProfit }, judged);
        if (gain !== null) earned[judged].add(gain);
      }
    }
    const { 'of the entry': own, 'told since': since } = earned;
    expect(own.size).toBeGreaterThanOrEqual(TOLD_BY);
    expect(own.mean).toBeLessThan(0);
    expect(since.mean).toBeGreaterThan(since.noise);
  },
);
