/** Volume of one product and the levels that follow from it, recomputed from all trades. */
import type { EventOf, FeesEvent } from '../../../server/core/event';
import { idsAfter } from '../../../server/core/fees/ordered-ids';
import { createMemberFees, type FeeProduct } from '../../../server/core/fees/state';
import type { CoreState } from '../../../server/core/state';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 30;
const WHOLE = 10n ** 8n;

interface Outcome {
  level: number;
  volume: bigint;
  from: number;
}

export interface VolumeAuditParts {
  fail: (what: string) => never;
  /** Units per USDT. */
  unit: () => bigint;
  /** Closing price of BTC at a time, and its source. */
  closing: (time: number) => { price: bigint; by: string };
}

export class VolumeAudit {
  private readonly outcomes = new Map<number, Outcome[]>();
  /** Volume by user and day. */
  private readonly traded = new Map<number, Map<number, bigint>>();
  private readonly prices = new Map<number, bigint>();
  private tables: { from: number; volumes: bigint[] }[] = [];
  /** `open`: the next day to close. `reckoned`: the last day with levels for everybody. */
  open: number | null = null;
  private reckoned = 0;
  private through = 0;

  constructor(
    private readonly product: FeeProduct,
    private readonly parts: VolumeAuditParts,
  ) {}

  isDue(at: number): boolean {
    return this.open !== null && at >= startOf(this.open + 1);
  }

  hasTable(at: number): boolean {
    return this.tables.some(({ from }) => from <= at);
  }

  /** Level from volume only. */
  levelAt(user: number, at: number): number {
    return (
      this.outcomesOf(user)
        .filter(({ from }) => from <= at)
        .at(-1)?.level ?? 0
    );
  }

  count(users: [number, number], amount: bigint, at: number): void {
    if (this.open === null) return;
    const day = dayOf(at);
    for (const user of users) {
      const days = this.traded.get(user) ?? new Map<number, bigint>();
      this.traded.set(user, days.set(day, (days.get(day) ?? 0n) + amount));
    }
  }

  settle(event: FeesEvent, at: number): void {
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
    const expected = this.parts.closing(startOf(day + 1));
    if (price !== expected.price || by !== expected.by)
      this.parts.fail(`is not at ${expected.price} by ${expected.by}`);
    this.prices.set(day, price);
    this.open = day + 1;
  }

  private setLevel({ user, level, volume, from }: EventOf<'FeeLevelSet'>): void {
    const day = this.reckoned + 1;
    const expected = this.outcome(user, day);
    const before = this.outcomesOf(user).at(-1) ?? { level: 0, volume: 0n };
    if (user <= this.through) this.parts.fail('comes out of order');
    this.through = user;
    if (level !== expected.level || volume !== expected.volume)
      this.parts.fail(`is not ${expected.level} with ${expected.volume}`);
    if (level === before.level && volume === before.volume) this.parts.fail('changes nothing');
    if (from !== startOf(day + 1) + 4 * HOUR_MS) this.parts.fail('is not from four o’clock of the day behind');
    this.outcomes.set(user, [...this.outcomesOf(user), { level, volume, from }]);
  }

  private endSlice({ day, through }: EventOf<'FeeLevelsReckoned'>): void {
    if (day !== this.reckoned + 1) this.parts.fail(`reckons another day than ${this.reckoned + 1}`);
    for (const user of this.traded.keys()) {
      if (through !== undefined && user > through) continue;
      const expected = this.outcome(user, day);
      const told = this.outcomesOf(user).at(-1) ?? { level: 0, volume: 0n };
      const isSame = told.level === expected.level && told.volume === expected.volume;
      if (!isSame)
        this.parts.fail(
          `leaves ${user} at ${told.level} with ${told.volume}, not ${expected.level} with ${expected.volume}`,
        );
    }
    this.through = through ?? 0;
    if (through === undefined) this.reckoned = day;
  }

  /** Recomputed from all trades. */
  private outcome(user: number, day: number): { level: number; volume: bigint } {
    const unit = this.parts.unit();
    let volume = 0n;
    for (let one = day - DAYS + 1; one <= day; one++) {
      const price = this.prices.get(one) ?? 0n;
      if (price > 0n) volume += ((this.traded.get(user)?.get(one) ?? 0n) * WHOLE * WHOLE) / (price * unit);
    }
    const inEffect = this.tables.filter(({ from }) => from <= startOf(day + 1)).sort((a, b) => a.from - b.from);
    const volumes = inEffect.at(-1)?.volumes ?? [0n];
    return { level: volumes.filter((needed) => needed <= volume).length - 1, volume };
  }

  compare({ members, fees }: CoreState): void {
    const { product } = this;
    const active = [...members.values()].filter((member) => member.fees[product] !== null).map(({ user }) => user);
    const told = idsAfter(fees[product].active, 0, Infinity).join();
    if (told !== active.sort((a, b) => a - b).join()) this.parts.fail(`reckons ${told} for ${product}`);
    if (fees[product].open !== this.open)
      this.parts.fail(`has ${fees[product].open} of ${product} open for fees, not ${this.open}`);
    for (const { user, fees: own } of members.values()) {
      const { days, traded } = own[product] ?? createMemberFees();
      if (days.some((day) => day < this.reckoned - DAYS)) this.parts.fail(`${user} keeps old days of ${product}`);
      const sums = this.traded.get(user) ?? new Map<number, bigint>();
      const isSame = days.every((day, index) => sums.get(day) === traded[index]);
      if (!isSame) this.parts.fail(`${user} has ${traded.join()} for ${days.join()} of ${product}`);
      for (const day of sums.keys())
        if (day > this.reckoned && !days.includes(day)) this.parts.fail(`${user} lacks day ${day} of ${product}`);
    }
  }

  private outcomesOf(user: number): Outcome[] {
    return this.outcomes.get(user) ?? [];
  }
}

/** Days begin at 00:00 GMT+8, which is 16:00 GMT of the day before. */
function dayOf(at: number): number {
  return Math.floor((at + 8 * HOUR_MS) / DAY_MS);
}
function startOf(day: number): number {
  return day * DAY_MS - 8 * HOUR_MS;
}
