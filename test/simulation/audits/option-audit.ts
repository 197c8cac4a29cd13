/**
 * Auditor part for second contracts: keeps every index publication, searches them all for each contract's entry and
 * end, and computes the payout in its own fractions. Uses events only.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../server/core/event';
import type { CoreState } from '../../../server/core/state';
import { askedBy, move, text, type Deltas } from './audited';
import { NewestRule } from '../newest-rule';

const OPTION_EVENTS = [
  'OptionTermsProposed',
  'OptionTermsSet',
  'OptionStateSet',
  'OptionsFunded',
  'OptionBought',
  'OptionEntered',
  'OptionSettled',
  'OptionLimitSet',
] as const satisfies EventType[];
type OptionEvent = EventOf<(typeof OPTION_EVENTS)[number]>;
type Settled = EventOf<'OptionSettled'>;

export function isOfOptions(event: CoreEvent): event is OptionEvent {
  return OPTION_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  balance(account: string): bigint;
  /** Maximum age of the index's publications, milliseconds. */
  staleMs(symbol: string): number;
  /** Minimum number of quotes for an index price. */
  sourcesMin(symbol: string): number;
  /** Recent age of the index's quotes, milliseconds; null without publications. */
  pace(symbol: string): number | null;
}
interface Seen {
  price: number;
  at: number;
  batch: number;
}
type Quotes = EventOf<'IndexPublished'>['prices'][number]['sources'];
interface AuditedContract {
  bought: EventOf<'OptionBought'>;
  entry: Seen | null;
  /** Sources whose quotes the entry is the median of. */
  by: Set<number>;
}
/** The required outcome of a contract, and the time from which it is known. */
interface Fate {
  dueAt: number;
  end: Settled['end'] | 'entered';
  reason?: Settled['reason'];
  by?: Seen;
}

const BILLION = 1_000_000_000n;

export class OptionAudit {
  readonly contracts = new Map<number, AuditedContract>();
  private readonly published = new Map<string, (Seen & { quotes: Quotes })[]>();
  private readonly terms = new Map<string, EventOf<'OptionTermsSet'>>();
  private readonly proposed = new Map<string, EventOf<'OptionTermsProposed'>>();
  private readonly onSale = new Set<string>();
  private bought = 0;
  private readonly rules = new NewestRule();

  constructor(private readonly around: Surroundings) {}

  publish({ prices }: EventOf<'IndexPublished'>, batch: Batch): void {
    for (const { symbol, price, sources } of prices) {
      const seen = this.published.get(symbol) ?? [];
      seen.push({ price, at: batch.at, batch: batch.first + batch.events.length - 1, quotes: sources });
      this.published.set(symbol, seen);
    }
  }

  /** No other actor goes before a due outcome, and one clock command covers contracts of a single index. */
  checkTurn({ command, actor, at, events }: Batch): void {
    if (actor !== 'clock') {
      for (const [id, contract] of this.contracts) {
        const fate = this.fateOf(contract, at);
        this.check(!fate || fate.dueAt > at, `leaves contract ${id} undecided: ${text(fate)}`);
      }
    }
    const isOwn = command.type === 'EnterOptions' || command.type === 'SettleOptions';
    this.check(!isOwn || actor === 'clock', 'is nobody’s to ask for');
    const own = events.filter((event) => event.type === 'OptionEntered' || event.type === 'OptionSettled');
    if (own.some(({ type }) => type === 'OptionEntered'))
      this.check(command.type === 'EnterOptions', 'enters contracts');
    if (!isOwn) return;
    this.check(own.length === events.length, 'does something else besides');
    this.check(new Set(own.map(({ symbol }) => symbol)).size === 1, 'is of two indexes');
  }

  expect(event: OptionEvent, expected: Deltas, batch: Batch): void {
    switch (event.type) {
      case 'OptionTermsProposed':
        this.check(batch.actor === `admin/${event.by}`, 'is proposed by another');
        return;
      case 'OptionTermsSet': {
        if (event.proposedBy === askedBy(batch)) return;
        // Former rule: the second person sent an identical command.
        const {
          type: _,
          by,
          reason: __,
          ...terms
        } = this.proposed.get(event.symbol) ?? this.fail('nobody proposed it');
        const { type: ___, proposedBy, reason: ____, ...set } = event;
        this.check(text(terms) === text(set) && proposedBy === by, 'is not what was proposed');
        this.check(batch.actor.startsWith('admin/') && batch.actor !== `admin/${by}`, 'is seconded by the first');
        return;
      }
      case 'OptionsFunded': {
        const [treasury, option] = [`house/treasury/${event.asset}`, `house/option/${event.asset}`];
        if (event.act === 'fund') move(expected, treasury, option, event.amount);
        else move(expected, option, treasury, event.amount);
        return;
      }
      case 'OptionBought':
        this.expectBought(event, expected, batch);
        return;
      case 'OptionEntered': {
        const fate = this.fateOf(this.contract(event.contract), batch.at);
        this.check(fate?.end === 'entered' && isSame(fate.by, event), `is not what comes of it: ${text(fate)}`);
        const { durationMs } = this.contract(event.contract).bought;
        this.check(event.endsAt === event.at + durationMs, `ends at ${event.endsAt}`);
        return;
      }
      case 'OptionSettled':
        this.expectSettled(event, expected, batch);
        return;
      case 'OptionStateSet':
      case 'OptionLimitSet':
        return;
    }
  }

  private expectBought(event: EventOf<'OptionBought'>, expected: Deltas, { actor, at }: Batch): void {
    const { contract, user, symbol, direction, asset, stake, durationMs, payoutPpb, fee, from, startsAt } = event;
    this.check(contract === this.bought + 1 && actor === `user/${user}`, 'is out of turn, or bought by another');
    this.check(this.onSale.has(symbol), 'is not on sale');
    const terms = this.terms.get(symbol) ?? this.fail('is not sold');
    const place = terms.durationsMs.indexOf(durationMs);
    const share = (stake * BigInt(terms.feesPpb[place]) + BILLION - 1n) / BILLION;
    this.check(place >= 0 && terms.payoutsPpb[place] === payoutPpb && terms.asset === asset, 'is on other terms');
    this.check(fee === share + terms.feeAmounts[place], `costs ${fee}`);
    this.check(from === (startsAt ?? at) + 500 && (startsAt === undefined || startsAt > at), `begins at ${from}`);
    this.check(event.staleMs === this.around.staleMs(symbol), 'is settled by older publications');
    const { rule = 1 } = event;
    this.check(this.rules.follows(rule), `goes by rule ${rule}`);
    if (rule === 2) {
      this.check(event.sourcesMin === this.around.sourcesMin(symbol), 'counts other numbers of quotes');
      const pace = this.around.pace(symbol);
      this.check(pace !== null && pace <= 1_000, `goes by an index whose quotes are ${pace} ms old`);
    } else this.check(event.sourcesMin === undefined, 'counts quotes by a rule that does not');
    this.check(stake >= terms.amountMin && stake <= terms.amountMax, `stakes ${stake}`);
    const open = [...this.contracts.values()].filter(({ bought }) => bought.symbol === symbol);
    const staked = (counts: (bought: EventOf<'OptionBought'>) => boolean): bigint =>
      [{ bought: event }, ...open].reduce((sum, { bought }) => (counts(bought) ? sum + bought.stake : sum), 0n);
    this.check(staked(() => true) <= terms.totalMax, 'is beyond what is sold in all');
    this.check(staked((one) => one.direction === direction) <= terms.sideMax, 'is beyond what is sold of a side');
    this.check(staked((one) => one.user === user) <= terms.userMax, 'is beyond what a user may have');
    const levels = (one: EventOf<'OptionBought'>) => one.takeProfit !== undefined || one.stopLoss !== undefined;
    if (levels(event)) {
      this.check(startsAt === undefined, 'has levels and a set start');
      this.check(staked((one) => one.user === user && levels(one)) <= terms.levelsUserMax, 'has too much with levels');
    }
    const promised = this.promised(asset) + gainOf(event);
    this.check(this.around.balance(`house/option/${asset}`) >= promised, `promises ${promised}`);
    move(expected, `${user}/option/${asset}/available`, `${user}/option/${asset}/locked`, stake);
  }

  private expectSettled(event: Settled, expected: Deltas, { actor, at }: Batch): void {
    const contract = this.contract(event.contract);
    const { user, asset, stake, startsAt, durationMs } = contract.bought;
    this.check(event.user === user && event.symbol === contract.bought.symbol, 'is another’s');
    const account = (bucket: string): string => `${user}/option/${asset}/${bucket}`;
    const pay = ({ user: own, fees, house }: { user: bigint; fees: bigint; house: bigint }): void => {
      move(expected, account('locked'), account('available'), own);
      move(expected, account('locked'), `house/fees/${asset}`, fees);
      move(expected, account('locked'), `house/option/${asset}`, house);
      this.check(own + fees + house === stake, 'pays something else than its stake');
      this.check(
        event.paid === own && event.fee === fees,
        `pays ${event.paid} and ${event.fee}, not ${own} and ${fees}`,
      );
      this.check(event.income === (house < 0n ? -house : 0n), `wins ${event.income}`);
    };
    if (event.end === 'cancelled') {
      const isOwn = actor === `user/${user}` && startsAt !== undefined && startsAt - at > 5_000;
      this.check(isOwn && contract.entry === null, 'is not its owner’s to take back');
      return pay({ user: stake, fees: 0n, house: 0n });
    }
    const fate = this.fateOf(contract, at);
    const isSo = fate?.end === event.end && fate.reason === event.reason && fate.dueAt === event.dueAt;
    this.check(isSo && isSame(fate.by, event), `is not what comes of it: ${text(fate)}`);
    this.check(fate.dueAt <= at, 'is not due');
    const ran = BigInt((fate.by?.at ?? 0) - (contract.entry?.at ?? 0));
    pay(naivePay(contract.bought, event.end, ran, BigInt(durationMs)));
  }

  /** Searches all publications of the index; null while there is no outcome. */
  private fateOf({ bought, entry, by: own }: AuditedContract, at: number): Fate | null {
    const { symbol, from, durationMs, direction, staleMs, takeProfit, stopLoss } = bought;
    const seen = this.published.get(symbol) ?? [];
    const sign = direction === 'up' ? 1 : -1;
    if (!entry) {
      const first = counted(bought, seen, from).find((one) => one.at >= from && one.at <= from + 15_000);
      if (!first) return at > from + 15_000 ? { dueAt: from + 15_001, end: 'refunded', reason: 'entry_missed' } : null;
      const gains = takeProfit !== undefined && sign * takeProfit <= sign * first.price;
      const loses = stopLoss !== undefined && sign * stopLoss >= sign * first.price;
      if (gains || loses) return { dueAt: first.at, end: 'refunded', reason: 'level_passed', by: first };
      return { dueAt: first.at, end: 'entered', by: first };
    }
    const endsAt = entry.at + durationMs;
    const during = seen.filter((one) => one.at >= entry.at && one.at < endsAt);
    for (const by of counted(bought, during.slice(1), 0, own)) {
      if (takeProfit !== undefined && sign * by.price >= sign * takeProfit)
        return { dueAt: by.at, end: 'take_profit', by };
      if (stopLoss !== undefined && sign * by.price <= sign * stopLoss) return { dueAt: by.at, end: 'stop_loss', by };
    }
    if (at < endsAt) return null;
    const [by] = counted(bought, during.slice(-1), 0, own);
    if (!by || by.at < endsAt - staleMs) return { dueAt: endsAt, end: 'refunded', reason: 'index_stale' };
    const moved = sign * (by.price - entry.price);
    return { dueAt: endsAt, end: moved > 0 ? 'won' : moved < 0 ? 'lost' : 'tie', by };
  }

  settle(event: OptionEvent): void {
    switch (event.type) {
      case 'OptionTermsProposed':
        this.proposed.set(event.symbol, event);
        return;
      case 'OptionTermsSet':
        this.proposed.delete(event.symbol);
        this.terms.set(event.symbol, event);
        return;
      case 'OptionStateSet':
        if (event.state === 'open') this.onSale.add(event.symbol);
        else this.onSale.delete(event.symbol);
        return;
      case 'OptionBought':
        this.bought = event.contract;
        this.contracts.set(event.contract, { bought: event, entry: null, by: new Set() });
        return;
      case 'OptionEntered': {
        const { price, at, batch } = event;
        const contract = this.contract(event.contract);
        contract.entry = { price, at, batch };
        const { quotes } =
          this.published.get(event.symbol)?.find((one) => one.batch === batch) ?? this.fail('unheard of');
        for (const quote of quotes) if (quote.at >= contract.bought.from) contract.by.add(quote.source);
        return;
      }
      case 'OptionSettled':
        this.contracts.delete(event.contract);
        return;
      case 'OptionsFunded':
        // Withdrawn house funds must leave enough for the promised payouts.
        this.check(
          this.around.balance(`house/option/${event.asset}`) >= this.promised(event.asset),
          'takes what is promised',
        );
        return;
      case 'OptionLimitSet':
        return;
    }
  }

  private promised(asset: string): bigint {
    return [...this.contracts.values()].reduce(
      (sum, { bought }) => (bought.asset === asset ? sum + gainOf(bought) : sum),
      0n,
    );
  }

  compare({ options }: CoreState): void {
    const told = [...options.contracts].map(([id, { entry }]) => `${id}:${text(entry && bare(entry))}`).sort();
    const own = [...this.contracts].map(([id, { entry }]) => `${id}:${text(entry)}`).sort();
    for (const [id, { entry, rule }] of options.contracts) {
      const by = rule === 2 && entry ? [...this.contract(id).by].sort((one, other) => one - other) : [];
      this.check(text(entry?.basis ?? []) === text(by), `has begun by ${text(entry?.basis)}, not ${text(by)}`);
    }
    this.check(told.join() === own.join(), `has contracts ${told.join()}, not ${own.join()}`);
    for (const [asset, amount] of options.reserved)
      this.check(amount === this.promised(asset), `promises ${amount} of ${asset}, not ${this.promised(asset)}`);
    for (const [symbol, { open }] of options.products) {
      const all = [...this.contracts.values()].filter(({ bought }) => bought.symbol === symbol);
      const sum = all.reduce((amount, { bought }) => amount + bought.stake, 0n);
      this.check(open.up + open.down === sum, `has ${open.up + open.down} open on ${symbol}, not ${sum}`);
    }
  }

  private contract(id: number): AuditedContract {
    return this.contracts.get(id) ?? this.fail(`contract ${id} is unknown`);
  }
  private fail(what: string): never {
    return this.around.fail(what);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}

/**
 * Prices of publications as a contract counts them: only quotes told from a time on, of some sources or all. Under rule
 * 1 the published price.
 */
function counted(
  { rule = 1, sourcesMin = 0 }: EventOf<'OptionBought'>,
  seen: readonly (Seen & { quotes: Quotes })[],
  from: number,
  of?: ReadonlySet<number>,
): Seen[] {
  return seen.flatMap(({ quotes, ...one }) => {
    if (rule === 1) return [one];
    const told = quotes.filter((quote) => quote.at >= from && (of?.has(quote.source) ?? true));
    const prices = told.map((quote) => BigInt(quote.price));
    if (prices.length === 0 || prices.length < sourcesMin) return [];
    prices.sort((a, b) => (a < b ? -1 : 1));
    const [low, high] = [prices[(prices.length - 1) >> 1], prices[prices.length >> 1]];
    return [{ ...one, price: Number((low + high) / 2n) }];
  });
}

function bare({ price, at, batch }: Seen): Seen {
  return { price, at, batch };
}

/** Maximum win. */
function gainOf({ stake, payoutPpb }: Pick<EventOf<'OptionBought'>, 'stake' | 'payoutPpb'>): bigint {
  return (stake * BigInt(payoutPpb)) / BILLION;
}

/** Splits the stake into the user's, fee and house amounts; the house pays if its amount is negative. */
function naivePay(
  { stake, fee, payoutPpb }: EventOf<'OptionBought'>,
  end: Settled['end'],
  ran: bigint,
  of: bigint,
): { user: bigint; fees: bigint; house: bigint } {
  const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
  if (end === 'tie' || end === 'refunded') return { user: stake, fees: 0n, house: 0n };
  if (end === 'won' || end === 'take_profit') {
    const gain = end === 'won' ? gainOf({ stake, payoutPpb }) : (stake * BigInt(payoutPpb) * ran) / (BILLION * of);
    const fees = least(fee, stake + gain);
    return { user: stake + gain - fees, fees, house: -gain };
  }
  const user = end === 'stop_loss' ? (stake * (of - ran)) / (of * 2n) : 0n;
  const fees = least(fee, stake - user);
  return { user, fees, house: stake - user - fees };
}

function isSame(one: Seen | undefined, other: { price?: number; at?: number; batch?: number }): boolean {
  return one?.price === other.price && one?.at === other.at && one?.batch === other.batch;
}
