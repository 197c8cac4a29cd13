/**
 * Auditor part for marks: each is the median of its three prices within its bound, and these follow from the index, the
 * orders that stood and recent trades. Uses events and fractions only; shares no arithmetic with the core.
 */
import type { Batch, EventOf } from '../../../../server/core/event';
import type { OrderSide } from '../../../../server/core/market/order';
import type { CoreState } from '../../../../server/core/state';
import { compare, fraction, minus, over, plus, times, type Fraction } from '../../../tools/fixtures/fractions';
import type { NaiveBook } from '../../naive-book';
import { NewestRule } from '../../newest-rule';

type MarkPublished = EventOf<'MarkPublished'>;

interface Surroundings {
  fail(what: string): never;
  contract(name: string): {
    listed: EventOf<'PerpetualMarketListed'>;
    unit: bigint;
    book: NaiveBook;
    announced: EventOf<'PerpetualTermsChanged'> | null;
    ordersGoAhead: boolean;
    ending: { endsAt: number } | null;
  };
  /** Whether two accounts are known to belong to one person. */
  areOne(one: number, other: number): boolean;
  /** Decimals of the index. */
  decimals(symbol: string): number;
}

interface AuditedMarks {
  /** Every publication with its time. */
  all: { at: number; event: MarkPublished }[];
  last: { at: number; price: number } | null;
  /** Trades between unrelated people. */
  traded: { second: number; quantity: number; notional: bigint }[];
  /** Orders that came to rest, or back to rest, since the last publication. */
  young: Set<number>;
  closeOnlyUntil: number;
  /** Rate of the last funding. */
  rate: number;
}

type Sides = Pick<NaiveBook, 'buy' | 'sell'>;

const HALF = fraction(1, 2);
const HOUR_MS = 3_600_000;

export class MarkAudit {
  private readonly markets = new Map<string, AuditedMarks>();
  private readonly rules = new NewestRule();

  constructor(private readonly around: Surroundings) {}

  traded({ market, maker, taker, price, quantity, notional }: EventOf<'PerpetualTraded'>, at: number): void {
    const marks = this.marksOf(market);
    marks.last = { at, price };
    if (this.around.areOne(maker, taker)) return;
    marks.traded.push({ second: Math.floor(at / 1_000), quantity, notional });
  }

  rested(market: string, order: number): void {
    this.marksOf(market).young.add(order);
  }
  gone(market: string, order: number): void {
    this.marksOf(market).young.delete(order);
  }

  funded({ market, rate }: EventOf<'FundingFixed'>): void {
    this.marksOf(market).rate = rate;
  }

  markBefore(market: string, time: number): { mark: number; at: number } | null {
    const last = this.marksOf(market)
      .all.filter(({ at }) => at < time)
      .at(-1);
    return last ? { mark: last.event.mark, at: last.at } : null;
  }

  /** Mean premium of the interval that ends at `time`; 0 if less than half of it was sampled. */
  premiumUntil(market: string, time: number, interval: number): number {
    const [sum, ms] = premiums(this.marksOf(market).all, time - interval, time);
    return ms === 0 || ms * 2 < interval ? 0 : Number(sum / BigInt(ms));
  }

  /** A batch marks exactly the perpetuals whose index it publishes. */
  checkBatch(
    { events, at }: Batch,
    contracts: Iterable<[string, { listed: EventOf<'PerpetualMarketListed'>; ending: { endsAt: number } | null }]>,
  ): void {
    const symbols = events.flatMap((event) => (event.type === 'IndexPublished' ? event.prices : []));
    const following = [...contracts].filter(
      ([, { listed, ending }]) =>
        !(ending && at >= ending.endsAt) && symbols.some(({ symbol }) => symbol === listed.index),
    );
    const marked = events.flatMap((event) => (event.type === 'MarkPublished' ? [event.market] : []));
    this.check(following.map(([name]) => name).join() === marked.join(), `marks ${marked.join()}`);
  }

  follow(event: MarkPublished, batch: Batch): void {
    const { at } = batch;
    const { listed, unit, book, ending } = this.around.contract(event.market);
    const marks = this.marksOf(event.market);
    this.check(this.rules.follows(event.rule), `goes by rule ${event.rule}`);
    this.check(batch.actor.startsWith('feed/'), 'is published by no feed');

    const published = batch.events.find((other) => other.type === 'IndexPublished');
    const price = published?.prices.find(({ symbol }) => symbol === listed.index)?.price ?? 0;
    const [whole, part = ''] = listed.tick.split('.');
    const tick = fraction(BigInt(whole + part), 10n ** BigInt(part.length));
    const exact = over(fraction(price, 10n ** BigInt(this.around.decimals(listed.index))), tick);
    this.check(isNearest(event.index, exact), `has the index ${event.index}`);

    const isFirstRule = event.rule === undefined;
    this.checkBook(event, unit, isFirstRule ? book : without(book, marks.young), listed.impactNotional);
    marks.young.clear();
    const interval = listed.fundingIntervalMs;
    const left = interval - ((at + 8 * HOUR_MS) % interval);
    const carried = times(fraction(event.index), fraction(marks.rate, 1_000_000_000), fraction(left, interval));
    this.check(isNearest(event.p1, plus(fraction(event.index), carried)), `has ${event.p1} for P1`);
    marks.all.push({ at, event });
    this.check(isNearest(event.p2, this.naiveP2(marks, event.index, at)), `has ${event.p2} for P2`);
    const paid = isFirstRule ? this.naiveLast(event, at) : this.naivePaid(event, at);
    this.check(isNearest(event.last, paid), `has ${event.last} for what was paid`);
    const bound = isFirstRule ? Infinity : this.naiveBound(event);
    this.check((event.bound ?? Infinity) === bound, `is bound to ${event.bound}, not ${bound}`);
    const [, median] = [event.p1, event.p2, event.last].sort((one, other) => one - other);
    const [, middle] = [event.index - bound, median, event.index + bound].sort((one, other) => one - other);
    const closes = ending && at >= ending.endsAt - 1_800_000;
    if (closes)
      this.check(isNearest(event.mark, naiveMean(marks.all, ending.endsAt - 1_800_000)), `closes at ${event.mark}`);
    else this.check(event.mark === middle, `is ${event.mark}, not ${middle}`);
    const before = marks.all.at(-2)?.at ?? at;
    if (before < at - 75_000) marks.closeOnlyUntil = at + 30_000;
  }

  /** Rule 1: the last trade, whoever made it, if at most a minute old. */
  private naiveLast({ market, index }: MarkPublished, at: number): Fraction {
    const { last } = this.marksOf(market);
    return fraction(last !== null && last.at >= at - 60_000 ? last.price : index);
  }

  /** Volume-weighted price of the last 60 s; the index if their notional is below the impact notional. */
  private naivePaid({ market, index }: MarkPublished, at: number): Fraction {
    const { listed, unit } = this.around.contract(market);
    const from = Math.floor(at / 1_000) - 59;
    const recent = this.marksOf(market).traded.filter(({ second }) => second >= from);
    const paid = recent.reduce((sum, { notional }) => sum + notional, 0n);
    if (recent.length === 0 || paid < listed.impactNotional) return fraction(index);
    return fraction(paid, unit * recent.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n));
  }

  /**
   * Whole ticks of 0.45 × (1 ÷ leverage − rate) of the index, by the first tier of positions or of orders, whichever is
   * less.
   */
  private naiveBound({ market, index }: MarkPublished): number {
    const { listed, announced, ordersGoAhead } = this.around.contract(market);
    const tables = ordersGoAhead && announced ? [listed, announced] : [listed];
    const bounds = tables.map(({ tierLeverages = listed.tierLeverages, tierRatesPpb = listed.tierRatesPpb }) => {
      const part = minus(fraction(1, tierLeverages[0]), fraction(tierRatesPpb[0], 1_000_000_000));
      const most = times(fraction(index), fraction(45, 100), part);
      return Number(most.numerator / most.denominator);
    });
    return Math.min(...bounds);
  }

  private checkBook({ index, basis, premium }: MarkPublished, unit: bigint, book: Sides, notional: bigint): void {
    const [bid, ask] = [book.buy.at(0)?.ticks ?? 0, book.sell.at(0)?.ticks ?? 0];
    const enough = (side: OrderSide, counts: (ticks: number) => boolean): boolean =>
      book[side].reduce(
        (sum, { ticks, lots }) => (counts(ticks) ? sum + BigInt(ticks) * BigInt(lots) * unit : sum),
        0n,
      ) >= notional;
    const isDeep = enough('buy', () => true) && enough('sell', () => true);
    const isClose = (ticks: number): boolean => Math.abs(2 * ticks - bid - ask) * 100 <= bid + ask;
    const counts = isDeep && enough('buy', isClose) && enough('sell', isClose);
    const most = Math.floor(index / 100);
    const away = Math.max(-most, Math.min(most, bid + ask - 2 * index));
    this.check(basis === (counts ? away + 0 : undefined), `has the basis ${basis}`);
    if (!isDeep) return this.check(premium === undefined, `has the premium ${premium} of a thin book`);
    const above = minus(naiveImpact(book, 'buy', unit, notional), fraction(index));
    const below = minus(fraction(index), naiveImpact(book, 'sell', unit, notional));
    const none = fraction(0);
    const exact = compare(above, none) > 0 ? above : compare(below, none) > 0 ? minus(none, below) : none;
    const ppb = times(exact, fraction(1_000_000_000, index));
    this.check(premium === Number(ppb.numerator / ppb.denominator), `has the premium ${premium}`);
  }

  /** Weights each sample by the time since the previous publication, at most 15 s; counts only the last 150 s. */
  private naiveP2({ all }: AuditedMarks, index: number, at: number): Fraction {
    let [sum, ms] = [fraction(0), 0];
    all.forEach(({ at: taken, event: { basis } }, place) => {
      if (basis === undefined || place === 0) return;
      const from = Math.max(all[place - 1].at, taken - 15_000, at - 150_000);
      if (from >= taken) return;
      sum = plus(sum, times(fraction(basis, 2), fraction(taken - from)));
      ms += taken - from;
    });
    return ms === 0 ? fraction(index) : plus(fraction(index), over(sum, fraction(ms)));
  }

  compare(state: CoreState): void {
    for (const [name, { all, young, closeOnlyUntil }] of this.markets) {
      const known = [...(state.marks.young.get(name) ?? [])].sort((one, other) => one - other).join();
      this.check(known === [...young].sort((one, other) => one - other).join(), `${known} are young in ${name}`);
      const last = all.at(-1);
      if (!last) continue;
      const track = state.marks.tracks.get(name) ?? this.around.fail(`${name} has no track`);
      this.check(track.closeOnlyUntil === closeOnlyUntil, `${name} opens at another time`);
      const { mark, index, at } = state.perpetual.contracts.get(name)?.mark ?? this.around.fail(`${name} has no mark`);
      const same = mark === last.event.mark && index === last.event.index && at === last.at;
      this.check(same, `the mark of ${name} is ${mark}, not ${last.event.mark}`);
      this.comparePremiums(name, track, all);
    }
  }

  private comparePremiums(
    name: string,
    { premiumSum, premiumMs }: { premiumSum: bigint; premiumMs: number },
    all: AuditedMarks['all'],
  ): void {
    const interval = this.around.contract(name).listed.fundingIntervalMs;
    const last = all[all.length - 1].at;
    // Whole intervals from midnight in GMT+8.
    const since = last - ((last + 8 * HOUR_MS) % interval);
    const [sum, ms] = premiums(all, since, Infinity);
    this.check(premiumSum === sum && premiumMs === ms, `premiums of ${name} are ${premiumSum} over ${premiumMs}`);
  }

  private marksOf(market: string): AuditedMarks {
    let marks = this.markets.get(market);
    if (!marks)
      this.markets.set(
        market,
        (marks = { all: [], last: null, traded: [], young: new Set(), closeOnlyUntil: 0, rate: 0 }),
      );
    return marks;
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}

/** Sum of premium × weight and sum of weights, milliseconds, of publications from `since` and before `until`. */
function premiums(all: AuditedMarks['all'], since: number, until: number): [sum: bigint, ms: number] {
  let [sum, ms] = [0n, 0];
  all.forEach(({ at, event: { premium } }, place) => {
    if (premium === undefined || place === 0 || at >= until) return;
    const from = Math.max(all[place - 1].at, at - 15_000, since);
    if (from >= at) return;
    sum += BigInt(premium) * BigInt(at - from);
    ms += at - from;
  });
  return [sum, ms];
}

/**
 * Mean index from a time on, weighted by the time since the previous publication, at most 15 s; the last index without
 * samples.
 */
function naiveMean(all: AuditedMarks['all'], since: number): Fraction {
  let [sum, ms] = [0n, 0];
  all.forEach(({ at, event: { index } }, place) => {
    const from = Math.max(place === 0 ? at : all[place - 1].at, at - 15_000, since);
    if (from >= at) return;
    sum += BigInt(index) * BigInt(at - from);
    ms += at - from;
  });
  return ms === 0 ? fraction(all[all.length - 1].event.index) : fraction(sum, BigInt(ms));
}

/** Nearest whole number, halves rounded down, at least 1. */
function isNearest(shown: number, exact: Fraction): boolean {
  const off = minus(exact, fraction(shown));
  const isNear = compare(off, HALF) <= 0 && compare(off, fraction(-1, 2)) > 0;
  return isNear || (shown === 1 && compare(exact, HALF) <= 0);
}

function without({ buy, sell }: Sides, young: ReadonlySet<number>): Sides {
  const stands = ({ order }: { order: number }): boolean => !young.has(order);
  return { buy: buy.filter(stands), sell: sell.filter(stands) };
}

/** Average price of a market order of this notional. */
function naiveImpact(book: Sides, side: OrderSide, unit: bigint, notional: bigint): Fraction {
  let [left, size] = [fraction(notional), fraction(0)];
  for (const { ticks, lots } of book[side]) {
    const lot = fraction(BigInt(ticks) * unit);
    const wanted = over(left, lot);
    const got = compare(wanted, fraction(lots)) < 0 ? wanted : fraction(lots);
    size = plus(size, got);
    left = minus(left, times(got, lot));
    if (compare(left, fraction(0)) === 0) break;
  }
  return over(fraction(notional), times(size, fraction(unit)));
}
