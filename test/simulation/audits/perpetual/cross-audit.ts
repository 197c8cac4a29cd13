/**
 * Auditor part for cross-margin accounts. Before each batch it recomputes all of them in its own arithmetic: the
 * accounts to liquidate, the position to take first, and the margin to set apart for it.
 */
import type { CoreEvent, EventOf } from '../../../../server/core/event';
import { add, type AuditedPosition, type Deltas } from '../audited';

interface Surroundings {
  fail(what: string): never;
  positions: ReadonlyMap<number, AuditedPosition>;
  markets: ReadonlyMap<
    string,
    { listed: EventOf<'PerpetualMarketListed'>; state: string; halted: ReadonlySet<string>; unit: bigint; mark: number }
  >;
  balance(account: string): bigint;
  remaining(hold: number): bigint;
  /** True if the user chose cross margin for the market. */
  isCross(user: number, market: string): boolean;
  /** The position under takeover in the market. */
  apart(market: string): number | null;
  /** Holds of the user's open orders in the market. */
  holdsOfOrders(user: number, market: string): readonly number[];
  /** Time of the latest mark, and until when it liquidates nobody. */
  marked(market: string): { at: number; closeOnlyUntil: number } | undefined;
}

const CROSS_EVENTS = [
  'CrossLiquidationStarted',
  'LegsNetted',
  'CrossPositionReduced',
  'CrossShareSet',
  'CrossLiquidationFinished',
] as const;
export type CrossLiquidationEvent = EventOf<(typeof CROSS_EVENTS)[number]>;
export function isOfCrossLiquidations(event: CoreEvent): event is CrossLiquidationEvent {
  return CROSS_EVENTS.some((type) => type === event.type);
}

const PPB = 1_000_000_000n;

interface Worth {
  wallet: bigint;
  profit: bigint;
  requirement: bigint;
  positions: AuditedPosition[];
}

export class CrossAudit {
  private readonly open = new Map<number, { id: number; asset: string }>();
  /** Counters for the report. */
  readonly seen = { liquidations: 0, netted: 0, reduced: 0, apart: 0, recovered: 0 };
  /** Position set apart by the current batch. */
  private setApart: number | null = null;

  constructor(private readonly around: Surroundings) {}

  isOpen(user: number): boolean {
    return this.open.has(user);
  }

  /** Whether the current batch set this position apart. */
  isSetApart(position: number): boolean {
    return this.setApart === position;
  }

  /** The account whose liquidation is due: liquidations under way first, then by user. */
  waiting(at: number, before: number): { user: number; asset: string } | null {
    const users = [...new Set([...this.around.positions.values()].map(({ user }) => user))].sort((a, b) => a - b);
    const assets = [...new Set([...this.around.markets.values()].map(({ listed }) => listed.quote))];
    const hit = assets.flatMap((asset) =>
      users.filter((user) => !this.open.has(user) && this.isShort(user, asset)).map((user) => ({ user, asset })),
    );
    const first = [...this.open].map(([user, { asset }]) => ({ user, asset }));
    let later: { user: number; asset: string; from: number } | null = null;
    for (const one of [...first, ...hit]) {
      const from = this.judgedFrom(one.user, one.asset, at);
      if (from === null) continue;
      if (before >= from) return one;
      if (at >= from && (!later || from < later.from)) later = { ...one, from };
    }
    return later && { user: later.user, asset: later.asset };
  }

  /**
   * Time from which the account may be liquidated. Positions in halted markets or without a fresh mark count at their
   * last mark but are not taken.
   */
  private judgedFrom(user: number, asset: string, at: number): number | null {
    const positions = this.positionsOf(user, asset);
    const taken = positions.filter(({ market }) => this.mayTake(market, at));
    if (positions.length > 0 && taken.length === 0) return null;
    if (positions.some(({ market }) => !this.around.marked(market))) return null;
    if (taken.some(({ market }) => this.around.apart(market) !== null)) return null;
    return taken.reduce((from, { market }) => Math.max(from, this.around.marked(market)?.closeOnlyUntil ?? 0), 0);
  }

  private mayTake(market: string, at: number): boolean {
    const { state, halted } = this.market(market);
    const marked = this.around.marked(market);
    const isStill = state === 'maintenance' || state === 'closed' || halted.size > 0;
    return marked !== undefined && at - marked.at <= 15_000 && !isStill;
  }

  private positionsOf(user: number, asset: string): AuditedPosition[] {
    return [...this.around.positions.values()].filter(
      (one) =>
        one.user === user &&
        this.market(one.market).listed.quote === asset &&
        this.around.isCross(user, one.market) &&
        this.around.apart(one.market) !== one.id,
    );
  }

  private worth(user: number, asset: string): Worth {
    const positions = this.positionsOf(user, asset);
    let wallet = this.around.balance(`${user}/contract/${asset}/available`);
    for (const [name, { listed }] of this.around.markets) {
      if (listed.quote !== asset || !this.around.isCross(user, name)) continue;
      for (const hold of this.around.holdsOfOrders(user, name)) wallet += this.around.remaining(hold);
    }
    let [profit, requirement] = [0n, 0n];
    for (const position of positions) {
      wallet += this.around.remaining(position.hold);
      profit += this.profitOf(position);
      requirement += this.requirementOf(position);
    }
    return { wallet, profit, requirement, positions };
  }

  private isShort(user: number, asset: string): boolean {
    const { wallet, profit, requirement, positions } = this.worth(user, asset);
    const isMarked = positions.every(({ market }) => this.market(market).mark > 0);
    return positions.length > 0 && isMarked && wallet + profit <= requirement;
  }

  private valueOf({ market, lots }: Pick<AuditedPosition, 'market' | 'lots'>): bigint {
    const { mark, unit } = this.market(market);
    return BigInt(mark) * BigInt(lots) * unit;
  }
  private profitOf(position: AuditedPosition): bigint {
    const value = this.valueOf(position);
    return position.side === 'long' ? value - position.cost : position.cost - value;
  }
  /** Value × (rate + fee), rounded up, less the tier's deduction. */
  private requirementOf(position: AuditedPosition): bigint {
    const { tierCaps: caps, tierRatesPpb: rates, takerFeesPpb } = this.market(position.market).listed;
    const value = this.valueOf(position);
    let [amount, place] = [0n, 0];
    for (; place + 1 < caps.length && value > caps[place]; place++)
      amount += (caps[place] * BigInt(rates[place + 1] - rates[place])) / PPB;
    const parts = value * BigInt(rates[place] + takerFeesPpb[0]);
    return (parts + PPB - 1n) / PPB - amount;
  }

  /** The takeable position with the largest requirement; ties go to the older. */
  private largestOf(user: number, asset: string, at: number): AuditedPosition {
    const taken = this.positionsOf(user, asset).filter(({ market }) => this.mayTake(market, at));
    const [first] = taken.sort((one, other) => {
      const more = this.requirementOf(other) - this.requirementOf(one);
      return more > 0n ? 1 : more < 0n ? -1 : one.id - other.id;
    });
    return first ?? this.around.fail('is of an account without positions');
  }

  expect(event: CrossLiquidationEvent, expected: Deltas, at: number): void {
    if (!('entries' in event)) return;
    let own = 0n;
    for (const { debit, credit, amount } of event.entries) {
      add(expected, debit, -amount);
      add(expected, credit, amount);
      if (debit.startsWith(`${event.user}/`)) own -= amount;
      if (credit.startsWith(`${event.user}/`)) own += amount;
    }
    switch (event.type) {
      case 'LegsNetted': {
        this.check(this.mayTake(event.market, at), 'nets where nobody can act');
        const [long, short] = [this.position(event.long), this.position(event.short)];
        const value = this.valueOf({ market: event.market, lots: event.lots });
        const exact = (long.cost * BigInt(event.lots)) % BigInt(long.lots) === 0n ? 0n : 1n;
        const ofLong = (long.cost * BigInt(event.lots)) / BigInt(long.lots) + exact;
        const ofShort = (short.cost * BigInt(event.lots)) / BigInt(short.lots);
        const isSame = event.longReleased === ofLong && event.shortReleased === ofShort;
        this.check(isSame, `releases other than ${ofLong} and ${ofShort}`);
        this.check(event.lots === Math.min(long.lots, short.lots) && long.user === short.user, 'nets other lots');
        this.check(event.profit === value - ofLong + (ofShort - value) && own === event.profit, `gives ${own}`);
        this.check(event.mark === this.market(event.market).mark, 'nets at another price');
        return;
      }
      case 'CrossPositionReduced': {
        this.check(own === -event.fee && event.fee >= 0n, `takes ${-own}`);
        const highest = BigInt(Math.max(event.mark, event.limit) * 4) * BigInt(event.filled);
        this.check(event.fee <= (highest * this.market(event.market).unit * 2n) / 1_000n + 1n, `charges ${event.fee}`);
        return;
      }
      case 'CrossShareSet': {
        const { user, asset, position: id } = event;
        const position = this.position(id);
        const { profit, requirement } = this.worth(user, asset);
        const wallet = this.worth(user, asset).wallet;
        const largest = this.largestOf(user, asset, at);
        this.check(largest.id === id, `sets ${id} apart, before ${largest.id}`);
        const its = this.requirementOf(position);
        const isSame = event.equity === wallet + profit && event.requirements === requirement;
        this.check(isSame && event.requirement === its, `rests on other than ${wallet + profit} and ${requirement}`);
        const won = this.profitOf(position);
        const gain = won > 0n ? won : 0n;
        this.check(event.profit === gain && own === gain, `gives ${own}, not ${gain}`);
        const exact = event.equity * its;
        const share = exact / requirement - (exact % requirement < 0n ? 1n : 0n) - (won - gain);
        const most = share > 1n ? share : 1n;
        const left = this.around.balance(`${user}/contract/${asset}/available`) + gain;
        const put = event.cover - this.around.remaining(position.hold);
        this.check(event.cover === most || (event.cover < most && put === left), `covers ${event.cover}, not ${most}`);
        return;
      }
    }
  }

  /** The caller moves positions and their costs. */
  settle(event: CrossLiquidationEvent): void {
    const { user, asset } = event;
    const open = this.open.get(user);
    if (event.type !== 'CrossLiquidationStarted')
      this.check(open?.id === event.liquidation && open.asset === asset, 'is of another liquidation');
    switch (event.type) {
      case 'CrossLiquidationStarted': {
        const { wallet, profit, requirement } = this.worth(user, asset);
        this.check(!open && wallet + profit <= requirement, 'is of who is short of nothing');
        const isSame = event.wallet === wallet && event.profit === profit && event.requirement === requirement;
        this.check(isSame, `rests on other than ${wallet}, ${profit} and ${requirement}`);
        this.open.set(user, { id: event.liquidation, asset });
        this.seen.liquidations++;
        return;
      }
      case 'LegsNetted':
        this.seen.netted++;
        return;
      case 'CrossPositionReduced':
        this.seen.reduced++;
        return;
      case 'CrossShareSet':
        this.seen.apart++;
        this.setApart = event.position;
        this.check(this.around.remaining(this.position(event.position).hold) === event.cover, 'locks another amount');
        return;
      case 'CrossLiquidationFinished': {
        const { positions } = this.worth(user, asset);
        const reason = positions.length === 0 ? 'closed' : 'recovered';
        this.check(event.reason === reason && !this.isShort(user, asset), `ends as ${event.reason}`);
        if (reason === 'recovered') this.seen.recovered++;
        this.open.delete(user);
        return;
      }
    }
  }

  endBatch(): void {
    this.setApart = null;
  }

  private market(name: string) {
    return this.around.markets.get(name) ?? this.around.fail(`market ${name} is unknown`);
  }
  private position(id: number): AuditedPosition {
    return this.around.positions.get(id) ?? this.around.fail(`position ${id} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
