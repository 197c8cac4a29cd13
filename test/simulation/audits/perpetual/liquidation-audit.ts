/**
 * Auditor part for liquidations. After every mark it recomputes in its own arithmetic who must be liquidated, in which
 * order, and when liquidation must wait. Each step must come before anything else, concern that position, rest on true
 * figures, and move the amounts that the rules say. It shares no formula with the core: liquidation prices are searched
 * tick by tick.
 */
import type { Batch, CoreEvent, EventOf } from '../../../../server/core/event';
import { candidatesInOrder, updateRankings } from '../../../../server/products/perpetual/core/deleveraging/rankings';
import type { CoreState } from '../../../../server/core/state';
import { byAdlRank } from '../../../../shared/products/perpetual/rules/adl';
import { add, type AuditedPosition, type Deltas } from '../audited';
import { CrossAudit, isOfCrossLiquidations } from './cross-audit';

interface Surroundings {
  fail(what: string): never;
  positions: ReadonlyMap<number, AuditedPosition>;
  markets: ReadonlyMap<
    string,
    { listed: EventOf<'PerpetualMarketListed'>; state: string; halted: ReadonlySet<string>; unit: bigint; mark: number }
  >;
  balance(account: string): bigint;
  remaining(hold: number): bigint;
  /** Whether the position is in cross margin. */
  isCross(user: number, market: string): boolean;
  openOrders(user: number, market: string): number;
  holdsOfOrders(user: number, market: string): readonly number[];
}

const LIQUIDATION_EVENTS = [
  'LiquidationStarted',
  'LiquidationOrdersEnded',
  'LiquidationReduced',
  'PositionTakenOver',
  'InsurancePaid',
  'PositionDeleveraged',
  'LiquidationFinished',
  'MarketAlarmed',
  'InsuranceFunded',
] as const;
export type LiquidationEvent = EventOf<(typeof LIQUIDATION_EVENTS)[number]>;
export function isOfLiquidations(event: CoreEvent): event is LiquidationEvent {
  return LIQUIDATION_EVENTS.some((type) => type === event.type);
}

/** Funding of cross positions may have to raise money first. */
const SETTLING: readonly string[] = ['FundingSettled', 'ProfitSettled', 'MarginDrawn'];
/** A deleveraged counterparty may have more orders to end than one batch ends. */
const ENDING: readonly string[] = [...SETTLING, 'PerpetualOrderCancelled', 'PerpetualOrderCut'];

interface Marked {
  mark: number;
  at: number;
  closeOnlyUntil: number;
}
interface Case {
  id: number;
  position: number;
  next: string;
  insured: bigint;
}

export class LiquidationAudit {
  private readonly marks = new Map<string, Marked>();
  /** By market, ids of positions whose collateral and profit are at or below their requirement. */
  private readonly short = new Map<string, Set<number>>();
  private readonly open = new Map<string, Case>();
  private fund = new Map<string, bigint>();
  next = 1;
  /** Counters for the report. */
  readonly seen = {
    ranked: 0,
    liquidations: 0,
    treasury: 0,
    treasuryPaid: 0n,
    deleveraged: 0,
    insured: 0,
    taken: 0,
    reduced: 0,
  };
  /** Positions in the order of their liquidation. */
  readonly order: number[] = [];

  readonly cross: CrossAudit;

  constructor(private readonly around: Surroundings) {
    this.cross = new CrossAudit({
      ...around,
      apart: (market) => this.open.get(market)?.position ?? null,
      marked: (market) => this.marks.get(market),
    });
  }

  /** Whether the position is under takeover. */
  isApart(position: number): boolean {
    return [...this.open.values()].some((one) => one.position === position);
  }

  /** Whether a liquidation of a position or an account is due. */
  isWaiting(at: number, before: number): boolean {
    return this.waiting(at, before) !== null || this.cross.waiting(at, before) !== null;
  }

  /** The market with a liquidation due, if any; markets without a fresh mark have none. */
  waiting(at: number, before: number): string | null {
    let later: { name: string; from: number } | null = null;
    for (const [name, { state, halted }] of this.around.markets) {
      const marked = this.marks.get(name);
      if (!marked || at - marked.at > 15_000 || state === 'maintenance' || state === 'closed') continue;
      if (halted.size > 0) continue;
      if (!this.open.has(name) && (this.short.get(name)?.size ?? 0) === 0) continue;
      if (before >= marked.closeOnlyUntil) return name;
      if (at < marked.closeOnlyUntil) continue;
      if (!later || marked.closeOnlyUntil < later.from) later = { name, from: marked.closeOnlyUntil };
    }
    return later?.name ?? null;
  }

  /** True if the batch is the required step. */
  checkTurn(batch: Batch, before: number): boolean {
    const name = this.waiting(batch.at, before);
    const { command, actor, events } = batch;
    const account = name === null ? this.cross.waiting(batch.at, before) : null;
    if (command.type === 'LiquidateAccount') {
      this.check(account !== null && actor === 'clock', 'liquidates an account that is short of nothing');
      // Liquidation events concern this account only; its orders may fill against other users.
      const isOf =
        'user' in events[0] && events.every((one) => !isOfCrossLiquidations(one) || one.user === account.user);
      this.check(isOf, `is no liquidation of the account of ${account.user}`);
      return true;
    }
    if (command.type !== 'Liquidate') {
      const isHeard = actor.startsWith('feed/');
      this.check(name === null || isHeard, `comes before the liquidation that waits in ${name}`);
      this.check(account === null || isHeard, `comes before the liquidation of the account of ${account?.user}`);
      return false;
    }
    this.check(name !== null && actor === 'clock', 'liquidates whom no mark has reached');
    const first = events.find(isOfLiquidations);
    // The positions of a step settle their funding before the step.
    const mayBe = name !== null && this.open.has(name) ? ENDING : SETTLING;
    const settles = first === undefined && events.every(({ type }) => mayBe.includes(type));
    const isOf = settles || (first !== undefined && 'market' in first && first.market === name);
    this.check(isOf, `is no liquidation of ${name}`);
    return true;
  }

  marked({ market, mark }: EventOf<'MarkPublished'>, at: number): void {
    const before = this.marks.get(market);
    const closeOnlyUntil = before && at - before.at > 75_000 ? at + 30_000 : (before?.closeOnlyUntil ?? 0);
    this.marks.set(market, { mark, at, closeOnlyUntil });
    const { listed } = this.market(market);
    const hour = (time: number): number => Math.floor((time + 8 * 3_600_000) / listed.fundingIntervalMs);
    if (!before || hour(before.at) !== hour(at))
      this.fund.set(market, this.around.balance(`house/insurance/${listed.quote}`));
    this.short.set(market, new Set());
    for (const position of this.around.positions.values()) if (position.market === market) this.judge(position);
  }

  /** Runs after any change of the position. */
  judge(position: AuditedPosition): void {
    const marked = this.marks.get(position.market);
    if (!marked || this.around.isCross(position.user, position.market)) return;
    const short = this.short.get(position.market) ?? new Set();
    if (this.around.positions.has(position.id) && this.isShortAt(position, marked.mark)) short.add(position.id);
    else short.delete(position.id);
    this.short.set(position.market, short);
  }

  /** Collateral and profit at or below the requirement: value × (rate + fee), rounded up, less the tier's deduction. */
  private isShortAt({ market, side, lots, cost, hold }: AuditedPosition, ticks: number): boolean {
    const { listed, unit } = this.market(market);
    const value = BigInt(ticks) * BigInt(lots) * unit;
    let [amount, place] = [0n, 0];
    const { tierCaps: caps, tierRatesPpb: rates } = listed;
    while (place + 1 < caps.length && value > caps[place]) {
      amount += (caps[place] * BigInt(rates[place + 1] - rates[place])) / 1_000_000_000n;
      place++;
    }
    const parts = value * BigInt(rates[place] + listed.takerFeesPpb[0]);
    const whole = parts / 1_000_000_000n + (parts % 1_000_000_000n === 0n ? 0n : 1n);
    const profit = side === 'long' ? value - cost : cost - value;
    return this.around.remaining(hold) + profit <= whole - amount;
  }

  /** Distance of the mark beyond the liquidation price, by binary search. */
  private passedBy(position: AuditedPosition, mark: number): number {
    let [inside, beyond] = [mark, position.side === 'long' ? mark * 4 + 1_000_000 : 0];
    if (beyond === 0) return this.passedShort(position, mark);
    while (this.isShortAt(position, beyond)) beyond *= 2;
    while (beyond - inside > 1) {
      const middle = Math.floor((inside + beyond) / 2);
      if (this.isShortAt(position, middle)) inside = middle;
      else beyond = middle;
    }
    return inside - mark;
  }
  private passedShort(position: AuditedPosition, mark: number): number {
    let [inside, beyond] = [mark, 0];
    while (inside - beyond > 1) {
      const middle = Math.floor((inside + beyond) / 2);
      if (this.isShortAt(position, middle)) inside = middle;
      else beyond = middle;
    }
    return mark - inside;
  }

  /** The next position: the farthest beyond its liquidation price, then the older. */
  private nextOf(market: string, mark: number): number {
    const ids = [...(this.short.get(market) ?? [])];
    const ranked = ids
      .map((id) => ({ id, by: this.passedBy(this.position(id), mark) }))
      .sort((one, other) => other.by - one.by || one.id - other.id);
    return ranked[0]?.id ?? 0;
  }

  expect(event: LiquidationEvent, expected: Deltas): void {
    if (!('entries' in event)) return;
    for (const { debit, credit, amount } of event.entries) {
      add(expected, debit, -amount);
      add(expected, credit, amount);
    }
    if (event.type === 'PositionDeleveraged') this.checkDeleveraged(event);
    const of = (kind: string): bigint =>
      event.entries.reduce((sum, entry) => (entry.kind === kind ? sum + entry.amount : sum), 0n);
    const kinds = event.entries.map(({ kind }) => kind);
    if (event.type === 'LiquidationReduced') {
      this.check(of('liquidation_fee') === event.fee && kinds.length <= 1, 'charges another fee');
      this.check(event.fee <= (this.valueOf(event) * 2n) / 1_000n + 1n, `charges ${event.fee}`);
    }
    if (event.type === 'InsurancePaid') {
      this.check(of('insurance_cover') === event.amount && kinds.length <= 1, 'pays another amount');
      const most = (this.fund.get(event.market) ?? 0n) / 10n;
      const { insured } = this.caseOf(event.market);
      this.check(event.most === most && insured + event.amount <= most, `pays more than ${most}`);
    }
  }

  /** Upper bound of the value of the sold lots. */
  private valueOf({ market, filled, mark, limit }: EventOf<'LiquidationReduced'>): bigint {
    return BigInt(Math.max(mark, limit) * 4) * BigInt(filled) * this.market(market).unit;
  }

  /** A fill's surplus for the fund: collateral share plus profit less fee; 0 if it stays with the position. */
  surplusOf(event: EventOf<'PerpetualTraded'>, batch: Batch, profit: bigint): bigint {
    if (batch.events.some(({ type }) => type === 'LiquidationReduced' || type === 'CrossPositionReduced')) return 0n;
    const { lots, hold } = this.position(event.takerPosition);
    const collateral = this.around.remaining(hold);
    const left = batch.events.find((other) => other.type === 'InsurancePaid');
    // Cover paid ahead by the fund is excluded from the lots' shared collateral.
    const paid = left ? this.coverLeft : 0n;
    const all = event.quantity === lots;
    const share = all ? collateral - paid : ((collateral - paid) * BigInt(event.quantity)) / BigInt(lots);
    const rest = share + profit - event.takerFee;
    if (left && rest < 0n) this.coverLeft += rest;
    this.check(this.coverLeft >= 0n, 'is paid for by nobody');
    return rest > 0n ? rest : 0n;
  }
  private coverLeft = 0n;

  private checkDeleveraged(event: EventOf<'PositionDeleveraged'>): void {
    const { market, lots, price, released, otherReleased, side, position, other } = event;
    const { unit } = this.market(market);
    const value = BigInt(price) * BigInt(lots) * unit;
    const [own, theirs] = [this.position(position), this.position(other)];
    this.check(own.side === side && theirs.side !== side && theirs.user === event.otherUser, 'is of another');
    const kinds = event.entries.filter(({ kind }) => kind.endsWith('_cover'));
    const insured = kinds.reduce((sum, { kind, amount }) => (kind === 'insurance_cover' ? sum + amount : sum), 0n);
    const covered = kinds.reduce((sum, { amount }) => sum + amount, 0n);
    this.check(insured === event.insurance && covered - insured === event.treasury, 'covers another amount');
    const hasFund =
      this.around.balance(`house/insurance/${this.market(market).listed.quote}`) - insured + event.surplus;
    this.check(event.treasury === 0n || hasFund === 0n, 'takes from the owners what the fund has');
    for (const [one, freed, mine] of [
      [own, released, true],
      [theirs, otherReleased, false],
    ] as const) {
      const exact = one.cost * BigInt(lots);
      const up = one.side === 'long' && exact % BigInt(one.lots) !== 0n ? 1n : 0n;
      this.check(freed === exact / BigInt(one.lots) + up, `releases ${freed}`);
      const profit = one.side === 'long' ? value - freed : freed - value;
      const change = event.entries.reduce((sum, { kind, debit, credit, amount }) => {
        if (!kind.startsWith(mine ? 'liquidation_' : 'deleverage_') || kind === 'liquidation_surplus') return sum;
        return sum + (credit.startsWith('house/') ? -amount : debit.startsWith('house/') ? amount : 0n);
      }, 0n);
      this.check(change === profit, `gives ${one.user} ${change}, not ${profit}`);
    }
    // Cover for a counterparty is at most its loss beyond its own margin share.
    const cover = event.entries.reduce(
      (sum, { kind, credit, amount }) =>
        kind.endsWith('_cover') && credit.startsWith(`${theirs.user}/`) && theirs.user !== own.user
          ? sum + amount
          : sum,
      0n,
    );
    const even = (this.around.remaining(theirs.hold) * BigInt(lots)) / BigInt(theirs.lots);
    const loss = theirs.side === 'long' ? otherReleased - value : value - otherReleased;
    this.check(cover === 0n || cover <= loss - even, `covers ${cover} of a loss of ${loss}`);
  }

  settle(event: LiquidationEvent): void {
    switch (event.type) {
      case 'LiquidationStarted': {
        const marked = this.marks.get(event.market) ?? this.around.fail('has no mark');
        const position = this.position(event.position);
        const isOfAccount = this.cross.isSetApart(event.position);
        const first = isOfAccount ? event.position : this.nextOf(event.market, marked.mark);
        this.check(event.position === first, `is of ${event.position}, before ${first}`);
        const same =
          event.user === position.user &&
          event.lots === position.lots &&
          event.cost === position.cost &&
          event.collateral === this.around.remaining(position.hold) &&
          event.mark === marked.mark;
        this.check(same, 'rests on something else');
        this.check(event.liquidation === this.next && !this.open.has(event.market), 'has another number');
        this.next++;
        this.seen.liquidations++;
        this.order.push(event.position);
        this.open.set(event.market, {
          id: event.liquidation,
          position: event.position,
          next: event.next,
          insured: 0n,
        });
        return;
      }
      case 'LiquidationOrdersEnded':
      case 'LiquidationReduced':
      case 'PositionTakenOver':
      case 'InsurancePaid': {
        const open = this.caseOf(event.market);
        this.check(open.id === event.liquidation && open.position === event.position, 'is of another liquidation');
        const steps = ['orders', 'reduce', 'take', 'insure', 'deleverage'];
        this.check(steps.indexOf(event.next) >= steps.indexOf(open.next), `goes back to ${event.next}`);
        open.next = event.next;
        if (event.type === 'InsurancePaid') {
          open.insured += event.amount;
          this.coverLeft = event.amount;
          this.seen.insured++;
        }
        if (event.type === 'LiquidationReduced') this.seen.reduced++;
        if (event.type === 'PositionTakenOver' && event.filled > 0) this.seen.taken++;
        const position = this.around.positions.get(event.position);
        if (position) this.judge(position);
        return;
      }
      case 'PositionDeleveraged':
        this.seen.deleveraged++;
        this.seen.treasuryPaid += event.treasury;
        return;
      case 'LiquidationFinished': {
        const open = this.caseOf(event.market);
        this.check(open.id === event.liquidation, 'is of another liquidation');
        const position = this.around.positions.get(open.position);
        const isShort = position !== undefined && this.short.get(event.market)?.has(open.position) === true;
        this.check(event.reason === (position ? 'recovered' : 'closed') && !isShort, `ends as ${event.reason}`);
        this.open.delete(event.market);
        return;
      }
      case 'MarketAlarmed':
        this.seen.treasury++;
        return;
      case 'InsuranceFunded':
        return;
    }
  }

  /** After the first step, the liquidated user has no orders in the book. */
  endBatch(): void {
    this.cross.endBatch();
    this.check(this.coverLeft === 0n, `leaves ${this.coverLeft} of what the fund paid`);
    for (const [market, { position, next }] of this.open) {
      const user = this.around.positions.get(position)?.user;
      if (next === 'orders' || user === undefined) continue;
      const marked = this.marks.get(market);
      // While marks were stale the user may have ordered again.
      if (marked && marked.closeOnlyUntil === 0 && this.isFresh)
        this.check(this.around.openOrders(user, market) === 0, `leaves orders of ${user} in ${market}`);
    }
  }
  /** False once a batch came so late that a liquidation had to wait. */
  isFresh = true;

  /** The kept ranking matches one recomputed from all positions. */
  private compareRankings(state: CoreState): void {
    const anew = { ...state, liquidations: { ...state.liquidations, rankings: new Map() } };
    for (const [market, kept] of state.liquidations.rankings) {
      for (const side of ['long', 'short'] as const) {
        if (!kept[side]) continue;
        const is = [...candidatesInOrder(state, market, side)].map(({ id }) => id);
        const should = [...candidatesInOrder(anew, market, side)].sort(byAdlRank).map(({ id }) => id);
        this.check(is.join() === should.join(), `ranks ${is.join()} for ${should.join()}`);
        const front = [...candidatesInOrder(frontAnew(anew, market, side), market, side)].map(({ id }) => id);
        this.check(front.join() === should.join(), `picks ${front.join()} of ${should.join()}`);
        this.seen.ranked++;
      }
    }
  }

  compare(state: CoreState): void {
    const { liquidations } = state;
    this.compareRankings(state);
    for (const user of liquidations.accounts.keys())
      this.check(this.cross.isOpen(user), `the account of ${user} is not liquidated`);
    this.check(liquidations.open.size === this.open.size, `${liquidations.open.size} liquidations are under way`);
    let count = 0;
    for (const { long, short } of liquidations.queues.values()) count += long.positions.size + short.positions.size;
    this.check(count === this.around.positions.size, `${count} positions are found`);
  }

  private caseOf(market: string): Case {
    return this.open.get(market) ?? this.around.fail(`nothing is liquidated in ${market}`);
  }
  private position(id: number): AuditedPosition {
    return this.around.positions.get(id) ?? this.around.fail(`position ${id} is unknown`);
  }
  private market(name: string) {
    return this.around.markets.get(name) ?? this.around.fail(`contract ${name} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}

/** The state with the first three of a side ranked anew from all positions. */
function frontAnew(state: CoreState, market: string, side: 'long' | 'short'): CoreState {
  const other = side === 'long' ? 'short' : 'long';
  const waits = { id: 0, position: 0, user: 0, side: other, next: 'deleverage', insured: 0n } as const;
  const liquidations = { ...state.liquidations, rankings: new Map(), open: new Map([[market, waits]]) };
  const anew: CoreState = { ...state, liquidations };
  updateRankings(anew, 3);
  return anew;
}
