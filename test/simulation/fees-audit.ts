/**
 * The auditor's part for levels of fees: keeps every trade, every day closed and every outcome as events told them, and works out
 * each member's level anew from all trades there ever were.
 */
import type { Batch, CoreEvent, EventOf, FeesEvent } from '../../server/core/event';
import { feeLevelAt } from '../../server/core/fees/level';
import { idsAfter } from '../../server/core/fees/ordered-ids';
import type { CoreState } from '../../server/core/state';
import type { AuditedMarket } from './audited';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 30;
const WHOLE = 10n ** 8n;

const FEES_EVENTS = [
  'FeeTiersSet',
  'FeeDayClosed',
  'FeeLevelSet',
  'FeeLevelsReckoned',
] as const satisfies FeesEvent['type'][];

export function isOfFees(event: CoreEvent): event is FeesEvent {
  return FEES_EVENTS.some((type) => type === event.type);
}

interface Person {
  inviter: number | null;
  document: string | null;
  isErased: boolean;
  floor: { level: number; until: number } | null;
  outcomes: { level: number; volume: bigint; from: number }[];
}
interface CountedTrade {
  users: [number, number];
  day: number;
  amount: bigint;
}

export interface FeesAuditParts {
  fail: (what: string) => never;
  scaleOf: (asset: string) => number;
  market: (name: string) => AuditedMarket | null;
}

export class FeesAudit {
  private readonly people = new Map<number, Person>();
  private readonly trades: CountedTrade[] = [];
  private readonly prices = new Map<number, bigint>();
  private readonly index: { price: bigint; at: number }[] = [];
  private decimals = 0;
  private tables: { from: number; volumes: bigint[] }[] = [];
  /** The day to be closed next, and the last one that everybody was reckoned for. */
  private open: number | null = null;
  private reckoned = 0;
  private through = 0;

  constructor(private readonly parts: FeesAuditParts) {}

  /** Nothing but prices may come between the end of a day and its closing. */
  checkTurn({ at, actor, command }: Batch): void {
    const isDue = this.open !== null && at >= startOf(this.open + 1);
    const isClosing = command.type === 'CloseFeeDay';
    // Of one moment what perpetuals owe comes first.
    const isFunding = ['FixFunding', 'SettleFunding', 'ApplyPerpetualTerms', 'FixSettlement'].includes(command.type);
    if (isDue && !isClosing && !isFunding && !actor.startsWith('feed/'))
      this.parts.fail('comes before the day is closed for fees');
    if (isClosing && !isDue) this.parts.fail('closes a day that is not over');
  }

  levelAt(user: number, at: number): number {
    const { floor, outcomes } = this.person(user);
    const inEffect = outcomes.filter(({ from }) => from <= at).at(-1)?.level ?? 0;
    return Math.max(inEffect, floor !== null && at < floor.until ? floor.level : 0);
  }

  /** What a fill costs the side that receives `amount`; `counts` says how much quote one unit of base is. */
  fee(market: AuditedMarket, side: 'buy' | 'sell', makes: boolean, user: number, at: number, fill: Fill): bigint {
    const { terms } = market;
    const level = this.levelAt(user, at);
    const fixed = ofLevel((makes ? terms.makerFeesFixed : terms.takerFeesFixed) ?? [0n], level);
    if (fixed === 0n)
      return up(fill.amount * BigInt(ofLevel(makes ? terms.makerFeesPpb : terms.takerFeesPpb, level)), 10n ** 9n);
    if (fill.filledBefore > 0) return 0n;
    const due = side === 'sell' ? fixed : up(fixed * market.lot, BigInt(fill.price) * market.unit);
    return due > fill.amount ? fill.amount : due;
  }

  settle(event: FeesEvent, { at }: Batch): void {
    switch (event.type) {
      case 'FeeTiersSet':
        if (this.open === null) [this.open, this.reckoned] = [dayOf(at), dayOf(at) - 1];
        if (event.from < at) this.parts.fail('is set for the past');
        this.tables = this.tables.filter(({ from }) => from !== event.from);
        this.tables.push({ from: event.from, volumes: event.volumes });
        return;
      case 'FeeDayClosed':
        this.closeDay(event);
        return;
      case 'FeeLevelSet':
        this.setLevel(event);
        return;
      case 'FeeLevelsReckoned':
        this.endSlice(event);
        return;
    }
  }

  private closeDay({ day, price, by }: EventOf<'FeeDayClosed'>): void {
    if (day !== this.open) this.parts.fail(`closes another day than ${this.open}`);
    const expected = this.closing(startOf(day + 1));
    if (price !== expected.price || by !== expected.by)
      this.parts.fail(`is not at ${expected.price} by ${expected.by}`);
    this.prices.set(day, price);
    this.open = day + 1;
  }

  private closing(time: number): { price: bigint; by: string } {
    const last = this.lastPrice();
    const index = this.index.filter(({ at }) => at < time).at(-1)?.price ?? 0n;
    const away = last > index ? last - index : index - last;
    if (index > 0n && (last === 0n || away > index / 100n)) return { price: index, by: 'index' };
    return { price: last, by: last > 0n ? 'last' : 'none' };
  }

  /** Every index price of BTC-USDT that there ever was. */
  publish(event: CoreEvent, at: number): void {
    if (event.type === 'IndexTermsSet' && event.symbol === 'BTC-USDT') this.decimals = event.decimals;
    if (event.type !== 'IndexPublished') return;
    const found = event.prices.find(({ symbol }) => symbol === 'BTC-USDT');
    if (found) this.index.push({ price: (BigInt(found.price) * WHOLE) / 10n ** BigInt(this.decimals), at });
  }

  private lastPrice(): bigint {
    const market = this.parts.market('BTC-USDT');
    if (!market) return 0n;
    const bitcoin = 10n ** BigInt(this.parts.scaleOf('BTC'));
    const usdt = 10n ** BigInt(this.parts.scaleOf('USDT'));
    return (BigInt(market.last) * market.unit * bitcoin * WHOLE) / (market.lot * usdt);
  }

  private setLevel({ user, level, volume, from }: EventOf<'FeeLevelSet'>): void {
    const day = this.reckoned + 1;
    const expected = this.outcome(user, day);
    const before = this.person(user).outcomes.at(-1) ?? { level: 0, volume: 0n };
    if (user <= this.through) this.parts.fail('comes out of order');
    this.through = user;
    if (level !== expected.level || volume !== expected.volume)
      this.parts.fail(`is not ${expected.level} with ${expected.volume}`);
    if (level === before.level && volume === before.volume) this.parts.fail('changes nothing');
    if (from !== startOf(day + 1) + 4 * HOUR_MS) this.parts.fail('is not from four o’clock of the day behind');
    this.person(user).outcomes.push({ level, volume, from });
  }

  private endSlice({ day, through }: EventOf<'FeeLevelsReckoned'>): void {
    if (day !== this.reckoned + 1) this.parts.fail(`reckons another day than ${this.reckoned + 1}`);
    for (const [user, { outcomes }] of this.people) {
      if (through !== undefined && user > through) continue;
      const expected = this.outcome(user, day);
      const told = outcomes.at(-1) ?? { level: 0, volume: 0n };
      const isSame = told.level === expected.level && told.volume === expected.volume;
      if (!isSame)
        this.parts.fail(
          `leaves ${user} at ${told.level} with ${told.volume}, not ${expected.level} with ${expected.volume}`,
        );
    }
    this.through = through ?? 0;
    if (through === undefined) this.reckoned = day;
  }

  /** From all trades there ever were. */
  private outcome(user: number, day: number): { level: number; volume: bigint } {
    const unit = 10n ** BigInt(this.parts.scaleOf('USDT'));
    let volume = 0n;
    for (let one = day - DAYS + 1; one <= day; one++) {
      const price = this.prices.get(one) ?? 0n;
      const sum = this.trades
        .filter((trade) => trade.day === one && trade.users.includes(user))
        .reduce((total, { amount }) => total + amount, 0n);
      if (price > 0n) volume += (sum * WHOLE * WHOLE) / (price * unit);
    }
    const inEffect = this.tables.filter(({ from }) => from <= startOf(day + 1)).sort((a, b) => a.from - b.from);
    const volumes = inEffect.at(-1)?.volumes ?? [0n];
    return { level: volumes.filter((needed) => needed <= volume).length - 1, volume };
  }

  /* Members and trades */

  register({ user, inviter }: EventOf<'MemberRegistered'>): void {
    this.people.set(user, { inviter: inviter ?? null, document: null, isErased: false, floor: null, outcomes: [] });
  }
  invite({ user, inviter }: EventOf<'InviterNamed'>): void {
    if (this.person(user).inviter !== null) this.parts.fail('names another inviter');
    this.person(user).inviter = inviter;
    // Up the whole chain, and never round.
    for (let above: number | null = inviter; above !== null; above = this.person(above).inviter) {
      if (above === user) this.parts.fail('closes a ring of inviters');
    }
  }
  identify(user: number, document: string | undefined): void {
    if (document === undefined) return;
    if (this.person(user).document !== null) this.parts.fail('names another document');
    this.person(user).document = document;
  }
  erase({ user }: EventOf<'MemberErased'>): void {
    if (this.person(user).isErased) this.parts.fail('erases somebody again');
    this.person(user).isErased = true;
  }
  assign({ user, tier, until }: EventOf<'FeeTierAssigned'>): void {
    this.person(user).floor = tier === 0 ? null : { level: tier, until: until ?? Infinity };
  }

  trade({ maker, taker, market, notional, quantity }: EventOf<'TradeExecuted'>, at: number): void {
    if (this.open === null || this.isOneHouse(maker, taker)) return;
    const { terms, lot } = this.parts.market(market) as AuditedMarket;
    const amount = terms.quote === 'USDT' ? notional : terms.base === 'USDT' ? BigInt(quantity) * lot : 0n;
    if (amount > 0n) this.trades.push({ users: [maker, taker], day: dayOf(at), amount });
  }

  /** Who invited them, and who invited that one. */
  above(user: number): (number | null)[] {
    const { inviter } = this.person(user);
    return [inviter, inviter === null ? null : this.person(inviter).inviter];
  }
  /** Null as well where no document shows that it is somebody else, and where they are erased. */
  inviterOf(user: number): number | null {
    const { inviter, document } = this.person(user);
    if (inviter !== null && this.isErased(inviter)) return null;
    const shown = inviter === null ? null : this.person(inviter).document;
    return shown === null || shown === document ? null : inviter;
  }
  isErased(user: number): boolean {
    return this.person(user).isErased;
  }
  documentOf(user: number): string | null {
    return this.person(user).document;
  }
  isOneHouse(one: number, other: number): boolean {
    if (this.above(one).includes(other) || this.above(other).includes(one)) return true;
    const { document } = this.person(one);
    return document !== null && document === this.person(other).document;
  }

  compare({ members, at, fees: { spot } }: CoreState): void {
    const active = [...members.values()].filter((member) => member.fees.spot !== null).map(({ user }) => user);
    const told = idsAfter(spot.active, 0, Infinity).join();
    if (told !== active.sort((a, b) => a - b).join()) this.parts.fail(`reckons ${told}`);
    if (spot.open !== this.open) this.parts.fail(`has ${spot.open} open for fees, not ${this.open}`);
    for (const member of members.values()) {
      const level = this.levelAt(member.user, at);
      if (feeLevelAt(member, 'spot', at) !== level) this.parts.fail(`${member.user} is not at level ${level}`);
      if (member.erased !== this.isErased(member.user)) this.parts.fail(`${member.user} is erased or is not`);
      const days = member.fees.spot?.days ?? [];
      if (days.some((day) => day < this.reckoned - DAYS)) this.parts.fail(`${member.user} keeps old days`);
    }
  }

  private person(user: number): Person {
    return this.people.get(user) ?? this.parts.fail(`member ${user} is unknown`);
  }
}

/** Units that a side receives, at ticks, and how much of its order was filled before. */
interface Fill {
  amount: bigint;
  price: number;
  filledBefore: number;
}

function ofLevel<V>(values: readonly V[], level: number): V {
  return values[level] ?? values[values.length - 1];
}
function up(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor + (dividend % divisor === 0n ? 0n : 1n);
}
/** Days begin at 00:00 in GMT+8, 16:00 of the day before in GMT. */
function dayOf(at: number): number {
  return Math.floor((at + 8 * HOUR_MS) / DAY_MS);
}
function startOf(day: number): number {
  return day * DAY_MS - 8 * HOUR_MS;
}
