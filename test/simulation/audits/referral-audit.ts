/**
 * Auditor part for rebates: keeps every trading fee with its day, recomputes each due rebate, and checks that none is
 * missing. Uses events only.
 */
import type { Batch, CoreEvent, EventOf } from '../../../server/core/event';
import type { ReferralEvent } from '../../../server/products/referral/core/events';
import type { CoreState } from '../../../server/core/state';
import { askedBy, move, type Deltas } from './audited';

const DAY_MS = 86_400_000;
const EAST_MS = 8 * 3_600_000;
const BILLION = 10n ** 9n;

const REFERRAL_EVENTS = [
  'ReferralTermsProposed',
  'ReferralTermsSet',
  'RebatePaid',
  'RebatesReckoned',
] as const satisfies ReferralEvent['type'][];

export function isOfReferral(event: CoreEvent): event is ReferralEvent {
  return REFERRAL_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  /** The inviter of a member, and the inviter's inviter. */
  above(user: number): (number | null)[];
  documentOf(user: number): string | null;
  isErased(user: number): boolean;
  /** Whether two accounts are known to belong to one person. */
  areOne(one: number, other: number): boolean;
}
interface Trade {
  maker: number;
  taker: number;
  makerFee: bigint;
  takerFee: bigint;
}
interface Paid {
  source: number;
  asset: string;
  day: number;
  fee: bigint;
}

export class ReferralAudit {
  private readonly rates: { from: number; level1Ppb: number; level2Ppb: number }[] = [];
  private proposed: EventOf<'ReferralTermsProposed'> | null = null;
  /** By day, payer and asset. */
  private readonly fees = new Map<string, Paid>();
  private readonly rebates = new Map<string, bigint>();
  /** Days paid in full; `through`: the day in progress and the last user paid. */
  private readonly over = new Set<number>();
  private through: { day: number; user: number } | null = null;
  total = 0n;

  constructor(private readonly around: Surroundings) {}

  trade({ maker, taker, makerFee, takerFee }: Trade, assets: { maker: string; taker: string }, at: number): void {
    if (this.around.areOne(maker, taker)) return;
    const day = Math.floor((at + EAST_MS) / DAY_MS);
    const [level1, level2] = this.ratesOf(day);
    if (level1 + level2 === 0 || at < this.rates[0].from) return;
    this.note({ source: maker, asset: assets.maker, day, fee: makerFee });
    this.note({ source: taker, asset: assets.taker, day, fee: takerFee });
  }

  private note(paid: Paid): void {
    const key = `${paid.day}/${paid.source}/${paid.asset}`;
    if (paid.fee === 0n || this.around.above(paid.source)[0] === null) return;
    const known = this.fees.get(key);
    if (known) known.fee += paid.fee;
    else this.fees.set(key, { ...paid });
  }

  private ratesOf(day: number): [level1: number, level2: number] {
    const begins = day * DAY_MS - EAST_MS;
    // The first rates ever set apply for the rest of their day.
    const found = this.rates.filter(({ from }) => from <= begins).at(-1) ?? this.rates.at(0);
    return found ? [found.level1Ppb, found.level2Ppb] : [0, 0];
  }

  private due({ source, day, fee }: Paid): { user: number; level: number; ratePpb: number; amount: bigint }[] {
    return this.around.above(source).flatMap((user, index) => {
      if (user === null || this.around.isErased(user)) return [];
      const document = this.around.documentOf(user);
      if (document === null || document === this.around.documentOf(source)) return [];
      const ratePpb = this.ratesOf(day)[index];
      const amount = (fee * BigInt(ratePpb)) / BILLION;
      return amount === 0n ? [] : [{ user, level: index + 1, ratePpb, amount }];
    });
  }

  expect(event: ReferralEvent, expected: Deltas, batch: Batch): void {
    const { at } = batch;
    if (event.type === 'ReferralTermsSet') this.expectRates(event, batch);
    if (event.type !== 'RebatePaid') return;
    const { user, source, level, day, asset, amount } = event;
    if (at < (day + 1) * DAY_MS - EAST_MS) this.around.fail('pays a day that is not over');
    const paid = this.fees.get(`${day}/${source}/${asset}`) ?? this.around.fail('is of fees that nobody paid');
    const key = `${day}/${source}/${asset}/${level}`;
    if (this.rebates.has(key)) this.around.fail('is paid twice');
    const due = this.due(paid).find((one) => one.user === user && one.level === level);
    const isDue = due?.amount === amount && due.ratePpb === event.ratePpb && paid.fee === event.fee;
    if (!isDue) this.around.fail(`is not ${due?.amount} of ${paid.fee}`);
    this.rebates.set(key, amount);
    this.total += amount;
    move(expected, `house/fees/${asset}`, `house/referral/${asset}`, amount);
    move(expected, `house/referral/${asset}`, `${user}/spot/${asset}/available`, amount);
  }

  /** Set by the requester; under the former rule the second person sent an identical command. */
  private expectRates({ from, level1Ppb, level2Ppb, proposedBy }: EventOf<'ReferralTermsSet'>, batch: Batch): void {
    if (proposedBy === askedBy(batch)) return;
    const isSeconded =
      this.proposed?.by === proposedBy &&
      this.proposed.level1Ppb === level1Ppb &&
      this.proposed.level2Ppb === level2Ppb &&
      (this.proposed.from ?? from) === from;
    if (!isSeconded) this.around.fail('sets what nobody proposed');
  }

  settle(event: ReferralEvent): void {
    switch (event.type) {
      case 'ReferralTermsProposed':
        this.proposed = event;
        return;
      case 'ReferralTermsSet': {
        const { from, level1Ppb, level2Ppb } = event;
        if (level1Ppb + level2Ppb > 500_000_000) this.around.fail('gives more than a half');
        this.proposed = null;
        const others = this.rates.filter((rates) => rates.from !== from);
        this.rates.splice(0, Infinity, ...[...others, { from, level1Ppb, level2Ppb }].sort((a, b) => a.from - b.from));
        return;
      }
      case 'RebatesReckoned':
        this.endSlice(event);
        return;
      case 'RebatePaid':
        return;
    }
  }

  private endSlice({ day, through = Infinity }: EventOf<'RebatesReckoned'>): void {
    if (this.over.has(day)) this.around.fail('reckons a day once more');
    for (const paid of this.ofDay(day)) {
      if (paid.source > through) continue;
      for (const { level } of this.due(paid)) {
        if (!this.rebates.has(`${day}/${paid.source}/${paid.asset}/${level}`))
          this.around.fail(`leaves out what ${paid.source} paid`);
      }
    }
    if (through === Infinity) this.over.add(day);
    this.through = through === Infinity ? null : { day, user: through };
  }

  private ofDay(day: number): Paid[] {
    return [...this.fees.values()].filter((paid) => paid.day === day);
  }

  compare({ referral }: CoreState): void {
    const told = [...referral.days].flatMap(([day, { fees }]) =>
      [...fees].flatMap(([source, own]) => [...own].map(([asset, fee]) => `${day}/${source}/${asset}=${fee}`)),
    );
    const owed = [...this.fees]
      .filter(([, { day, source }]) => {
        return !this.over.has(day) && !(this.through?.day === day && source <= this.through.user);
      })
      .map(([key, { fee }]) => `${key}=${fee}`);
    if (told.sort().join() !== owed.sort().join())
      this.around.fail(`owes rebates of ${told.join()}, not ${owed.join()}`);
  }
}
