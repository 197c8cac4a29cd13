/**
 * Auditor part for fee levels: keeps every trade, day close and outcome of each product, and recomputes each member's
 * level from all trades.
 */
import type { Batch, CoreEvent, EventOf, FeesEvent } from '../../../server/core/event';
import { feeLevelAt } from '../../../server/core/fees/level';
import { FEE_PRODUCTS, byFeeProduct, type FeeProduct } from '../../../server/core/fees/state';
import type { CoreState } from '../../../server/core/state';
import type { AuditedMarket, AuditedOrder } from './audited';
import { VolumeAudit } from './volume-audit';

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
}

export interface FeesAuditParts {
  fail: (what: string) => never;
  scaleOf: (asset: string) => number;
  market: (name: string) => AuditedMarket | null;
}

export class FeesAudit {
  private readonly people = new Map<number, Person>();
  private readonly index: { price: bigint; at: number }[] = [];
  private decimals = 0;
  private readonly volumes: Record<FeeProduct, VolumeAudit>;

  constructor(private readonly parts: FeesAuditParts) {
    this.volumes = byFeeProduct(
      (product) =>
        new VolumeAudit(product, {
          fail: parts.fail,
          unit: () => 10n ** BigInt(parts.scaleOf('USDT')),
          closing: (time) => this.closing(time),
        }),
    );
  }

  /** Only prices may come between a day's end and its close; if both products are due, spot closes first. */
  checkTurn({ at, actor, command, events }: Batch): void {
    const isDue = (product: FeeProduct): boolean => this.volumes[product].isDue(at);
    const isClosing = command.type === 'CloseFeeDay';
    // Perpetual obligations of the same time come first.
    const isFunding = ['FixFunding', 'SettleFunding', 'ApplyPerpetualTerms', 'FixSettlement'].includes(command.type);
    if (FEE_PRODUCTS.some(isDue) && !isClosing && !isFunding && !actor.startsWith('feed/'))
      this.parts.fail('comes before the day is closed for fees');
    if (!isClosing) return;
    const [closed] = events;
    const first = FEE_PRODUCTS.filter(isDue)
      .map((product) => ({ product, day: this.volumes[product].open ?? 0 }))
      .sort((one, other) => one.day - other.day)[0];
    if (closed.type !== 'FeeDayClosed' || closed.product !== first?.product)
      this.parts.fail(`closes a day that is not over, or not the first: ${first?.product}`);
  }

  /** The level that sets a fill's fee; contracts use spot's until they have a table. */
  levelAt(product: FeeProduct, user: number, at: number): number {
    return this.ownLevelAt(this.volumes[product].hasTable(at) ? product : 'spot', user, at);
  }

  private ownLevelAt(product: FeeProduct, user: number, at: number): number {
    const { floor } = this.person(user);
    return Math.max(this.volumes[product].levelAt(user, at), floor !== null && at < floor.until ? floor.level : 0);
  }

  /** Fee of the side that receives `amount`, and the fixed amount owed if this fill sets it. */
  fee(market: AuditedMarket, side: 'buy' | 'sell', makes: boolean, user: number, at: number, fill: Fill): Fee {
    const { terms } = market;
    const level = this.levelAt('spot', user, at);
    const fixed = ofLevel((makes ? terms.makerFeesFixed : terms.takerFeesFixed) ?? [0n], level);
    const inReceived = (amount: bigint) =>
      side === 'sell' ? amount : up(amount * market.lot, BigInt(fill.price) * market.unit);
    const owed = fill.fixed?.owed ?? 0n;
    if (fixed === 0n && owed === 0n) {
      const rate = BigInt(ofLevel(makes ? terms.makerFeesPpb : terms.takerFeesPpb, level));
      return { fee: up(fill.amount * rate, 10n ** 9n), owes: undefined };
    }
    if (fill.fixed) {
      const left = owed > 0n ? owed - fill.fixed.paid : fixed;
      return { fee: inReceived(left < fill.paid ? left : fill.paid), owes: owed > 0n ? undefined : fixed };
    }
    // Rule 1: only the first fill pays.
    const due = fill.filledBefore > 0 ? 0n : inReceived(fixed);
    return { fee: due > fill.amount ? fill.amount : due, owes: undefined };
  }

  settle(event: FeesEvent, { at }: Batch): void {
    this.volumes[event.product].settle(event, at);
  }

  private closing(time: number): { price: bigint; by: string } {
    const last = this.lastPrice();
    const index = this.index.filter(({ at }) => at < time).at(-1)?.price ?? 0n;
    const away = last > index ? last - index : index - last;
    if (index > 0n && (last === 0n || away > index / 100n)) return { price: index, by: 'index' };
    return { price: last, by: last > 0n ? 'last' : 'none' };
  }

  /** All published index prices of BTC-USDT. */
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

  /* Members and trades */

  register({ user, inviter }: EventOf<'MemberRegistered'>): void {
    this.people.set(user, { inviter: inviter ?? null, document: null, isErased: false, floor: null });
  }
  invite({ user, inviter }: EventOf<'InviterNamed'>): void {
    if (this.person(user).inviter !== null) this.parts.fail('names another inviter');
    this.person(user).inviter = inviter;
    // Walks the chain of inviters, which must not contain a cycle.
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

  /** Trade of a spot market. */
  trade(event: EventOf<'TradeExecuted'>, at: number): void {
    const { terms, lot } = this.parts.market(event.market) as AuditedMarket;
    const { quantity, notional } = event;
    const amount = terms.quote === 'USDT' ? notional : terms.base === 'USDT' ? BigInt(quantity) * lot : 0n;
    this.count('spot', event, amount, at);
  }

  /** Trade of a contract; liquidation trades do not count as volume. */
  tradeContract(event: EventOf<'PerpetualTraded'>, quote: string, at: number): void {
    const isLiquidated = event.takerMode === 'liquidation';
    this.count('perpetual', event, quote === 'USDT' && !isLiquidated ? event.notional : 0n, at);
  }

  private count(product: FeeProduct, { maker, taker }: Sides, amount: bigint, at: number): void {
    if (amount > 0n && !this.isOneHouse(maker, taker)) this.volumes[product].count([maker, taker], amount, at);
  }

  /** The inviter, and the inviter's inviter. */
  above(user: number): (number | null)[] {
    const { inviter } = this.person(user);
    return [inviter, inviter === null ? null : this.person(inviter).inviter];
  }
  /** Null also if documents do not prove another person, or if the account is erased. */
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

  compare(state: CoreState): void {
    for (const product of FEE_PRODUCTS) {
      this.volumes[product].compare(state);
      for (const member of state.members.values()) {
        const level = this.ownLevelAt(product, member.user, state.at);
        if (feeLevelAt(member, product, state.at) !== level)
          this.parts.fail(`${member.user} is not at level ${level} of ${product}`);
      }
    }
    for (const { user, erased } of state.members.values())
      if (erased !== this.isErased(user)) this.parts.fail(`${user} is erased or is not`);
  }

  private person(user: number): Person {
    return this.people.get(user) ?? this.parts.fail(`member ${user} is unknown`);
  }
}

type Sides = { readonly maker: number; readonly taker: number };
interface Fee {
  fee: bigint;
  owes: bigint | undefined;
}
/**
 * A fill: units received by the side, price in ticks, quote paid, lots of the order filled before, and its fixed-fee
 * state.
 */
interface Fill {
  amount: bigint;
  price: number;
  paid: bigint;
  filledBefore: number;
  fixed: AuditedOrder['fixed'];
}

function ofLevel<V>(values: readonly V[], level: number): V {
  return values[level] ?? values[values.length - 1];
}
function up(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor + (dividend % divisor === 0n ? 0n : 1n);
}
