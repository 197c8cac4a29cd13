/**
 * Auditor part for funding: rates follow from publications, each position settles what its lots owed at the hour before
 * it changes. The auditor computes who pays a position's shortfall. Uses events and fractions only; shares no arithmetic with the
 * core.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';
import { compare, fraction, minus, times, type Fraction } from '../../../tools/fixtures/fractions';
import { add, type Deltas } from '../audited';

const FUNDING_EVENTS = [
  'FundingFixed',
  'FundingSkipped',
  'FundingSettled',
  'FundingClosed',
] as const satisfies EventType[];
type FundingEvent = EventOf<(typeof FUNDING_EVENTS)[number]>;

export function isOfFunding(event: CoreEvent): event is FundingEvent {
  return FUNDING_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  contract(name: string): {
    listed: EventOf<'PerpetualMarketListed'>;
    unit: bigint;
    state: string;
    halted: ReadonlySet<string>;
    ending: { endsAt: number } | null;
  };
  positions(): Iterable<{
    id: number;
    user: number;
    market: string;
    side: 'long' | 'short';
    lots: number;
    hold: number;
  }>;
  /** The last mark before a time, and the mean premium of the interval that ends then. */
  markBefore(market: string, time: number): { mark: number; at: number } | null;
  premiumUntil(market: string, time: number, ms: number): number;
  balance(account: string): bigint;
  remaining(hold: number): bigint;
  /** Whether the position is in cross margin. */
  isCross(user: number, market: string): boolean;
  /** The account that contains the hold. */
  accountOf(hold: number): string;
  /** Units held by the user's cross-margin orders in the quote asset. */
  heldByCross(user: number, quote: string): bigint;
}

const BASE_MS = 28_800_000;

export class FundingAudit {
  /** Next funding time by market. */
  private readonly due = new Map<string, number>();
  /** Unsettled funding by position; positive amounts are payments. */
  private readonly owed = new Map<number, { market: string; exact: Fraction }>();
  private readonly runs = new Map<string, number>();
  /** Accounts whose shortfall others covered in the current batch, with the asset. */
  private readonly helped = new Map<number, string>();

  constructor(private readonly around: Surroundings) {}

  /** Funding due comes before any batch of that time or later; feeds are exempt. */
  checkTurn({ at, actor, command, events }: Batch): void {
    const isDue = [...this.due.values()].some((due) => due <= at);
    const isOurs = ['FixFunding', 'SettleFunding', 'CloseFeeDay', 'ApplyPerpetualTerms', 'FixSettlement'].includes(
      command.type,
    );
    // Second contracts that enter or end before the hour are due before it, even if late.
    const first = Math.min(...this.due.values());
    const isEarlier = events.every(
      (event) =>
        (event.type === 'OptionEntered' && event.at <= first) ||
        (event.type === 'OptionSettled' && event.dueAt <= first),
    );
    this.check(!isDue || isOurs || isEarlier || actor.startsWith('feed/'), 'comes before funding is fixed');
  }

  marked({ market }: EventOf<'MarkPublished'>, at: number): void {
    if (this.due.has(market)) return;
    const { fundingIntervalMs: interval } = this.around.contract(market).listed;
    this.due.set(market, at - ((at + BASE_MS) % interval) + interval);
  }

  traded({ makerPosition, takerPosition }: EventOf<'PerpetualTraded'>): void {
    for (const position of [makerPosition, takerPosition])
      this.check(!this.owed.has(position), `moves position ${position}, which owes funding`);
  }

  expect(event: FundingEvent, expected: Deltas, batch: Batch): void {
    switch (event.type) {
      case 'FundingFixed':
      case 'FundingSkipped':
        this.fix(event, batch);
        return;
      case 'FundingSettled':
        this.settle(event, expected);
        return;
      case 'FundingClosed': {
        this.check(
          ![...this.owed.values()].some(({ market }) => market === event.market),
          'ends before all have settled',
        );
        this.check(this.runs.get(event.market) === event.dueAt, 'ends what was not fixed');
        this.runs.delete(event.market);
        const { quote } = this.around.contract(event.market).listed;
        const left = this.around.balance(`house/funding:${event.market}/${quote}`);
        this.check(left >= 0n, `leaves ${left}`);
        move(expected, `house/funding:${event.market}/${quote}`, `house/insurance/${quote}`, left);
        return;
      }
    }
  }

  /** The market has ended. */
  forget(market: string): void {
    this.due.delete(market);
  }

  private fix(event: EventOf<'FundingFixed'> | EventOf<'FundingSkipped'>, batch: Batch): void {
    const { market, dueAt } = event;
    const { listed, unit, state, halted, ending } = this.around.contract(market);
    const due = this.due.get(market) ?? 0;
    // A market's end funds the elapsed part of the interval.
    const isEnd = batch.command.type === 'FixSettlement' && dueAt === ending?.endsAt && dueAt < due;
    this.check((due === dueAt || isEnd) && dueAt <= batch.at, `is not at the hour ${due}`);
    const ms = listed.fundingIntervalMs - (due - dueAt);
    this.check(!this.runs.has(market), 'is fixed before the last one has settled');
    this.due.set(market, dueAt + listed.fundingIntervalMs);
    const before = this.around.markBefore(market, dueAt);
    const isClosed = ['closed', 'maintenance'].includes(state) || halted.size > 0;
    const isStale = before === null || before.at < dueAt - 15_000;
    this.check((event.type === 'FundingSkipped') === (isClosed || isStale), 'is fixed by no mark, or not by one');
    if (event.type === 'FundingSkipped') {
      this.check(event.reason === (isClosed ? 'market' : 'stale'), `is skipped as ${event.reason}`);
      return;
    }
    this.check(event.mark === before?.mark, `is reckoned by ${event.mark}`);
    const premium = this.around.premiumUntil(market, dueAt, ms);
    this.check(event.premium === premium, `has the premium ${event.premium}, not ${premium}`);
    // Interest of 0.01 %, moved towards the premium by at most 0.05 %; scaled to the interval; within the cap.
    const near = Math.min(Math.max(100_000, premium - 500_000), premium + 500_000);
    const whole = Number((BigInt(near) * BigInt(ms)) / BigInt(BASE_MS));
    const rate = Math.min(Math.max(whole, -listed.fundingCapPpb), listed.fundingCapPpb);
    this.check(event.rate === rate, `has the rate ${event.rate}, not ${rate}`);
    for (const { id, market: of, side, lots } of this.around.positions()) {
      if (of !== market || rate === 0) continue;
      const value = fraction(BigInt(lots) * unit * BigInt(event.mark));
      this.owed.set(id, { market, exact: times(value, fraction(side === 'long' ? rate : -rate, 1_000_000_000)) });
    }
    if ([...this.owed.values()].some((one) => one.market === market)) this.runs.set(market, dueAt);
  }

  private settle(event: EventOf<'FundingSettled'>, expected: Deltas): void {
    const position = [...this.around.positions()].find(({ id }) => id === event.position);
    const owed = this.owed.get(event.position);
    if (!position || !owed) this.around.fail('settles what is not owed');
    this.check(this.runs.get(event.market) === event.dueAt, 'is of another hour');
    const same = position.user === event.user && position.side === event.side && position.lots === event.lots;
    this.check(same && position.market === event.market, 'is of another position');
    this.owed.delete(event.position);
    const { quote } = this.around.contract(event.market).listed;
    const [locked, pot] = [this.around.accountOf(position.hold), `house/funding:${event.market}/${quote}`];
    this.check(locked.startsWith(`${event.user}/contract/${quote}/`), `has its margin in ${locked}`);
    const paid = event.entries.filter(({ credit }) => credit === pot).reduce((sum, { amount }) => sum + amount, 0n);
    const got = event.entries.filter(({ debit }) => debit === pot).reduce((sum, { amount }) => sum + amount, 0n);
    const off = minus(fraction(paid - got), owed.exact);
    this.check(compare(off, fraction(0)) >= 0 && compare(off, fraction(1)) < 0, `moves ${paid - got}`);
    const isCross = this.around.isCross(event.user, event.market);
    const available = `${event.user}/contract/${quote}/available`;
    move(expected, isCross && got > 0n ? available : locked, pot, paid - got);
    const lacking = paid - (this.around.remaining(position.hold) - 1n);
    if (lacking <= 0n || paid === 0n) return;
    // A cross account pays from its own balance first.
    const free = isCross ? this.around.balance(available) : 0n;
    const given = lacking < free ? lacking : free;
    move(expected, available, locked, given);
    const missing = lacking - given;
    const insurance = this.around.balance(`house/insurance/${quote}`);
    const insured = missing < insurance ? missing : insurance;
    if (isCross && missing > 0n) this.helped.set(event.user, quote);
    move(expected, `house/insurance/${quote}`, locked, insured);
    move(expected, `house/treasury/${quote}`, locked, missing - insured);
  }

  /** Others cover an account's shortfall only once its orders hold nothing. */
  endBatch(): void {
    for (const [user, quote] of this.helped) {
      const held = this.around.heldByCross(user, quote);
      this.check(held === 0n, `pays for ${user}, whose orders hold ${held}`);
    }
    this.helped.clear();
  }

  compare(state: CoreState): void {
    for (const [market, due] of this.due) {
      const track = state.marks.tracks.get(market);
      this.check(track?.fundingDue === due, `funding of ${market} is due at ${track?.fundingDue}, not ${due}`);
      this.check(track.run === (this.runs.get(market) ?? 0), `${market} settles another run`);
    }
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}

function move(expected: Deltas, from: string, to: string, amount: bigint): void {
  if (amount === 0n) return;
  add(expected, from, -amount);
  add(expected, to, amount);
}
