/** Auditor part for mining: holdings, due times of incomes, and that each is paid once. Uses events only. */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../server/core/event';
import { move, type Deltas } from './audited';
import { NewestRule } from '../newest-rule';

const MINING_EVENTS = [
  'MiningTermsProposed',
  'MiningTermsSet',
  'MiningStateSet',
  'MiningBought',
  'MiningPaid',
  'MiningEnded',
] as const satisfies EventType[];
type MiningEvent = EventOf<(typeof MINING_EVENTS)[number]>;
type Bought = EventOf<'MiningBought'>;

export function isOfMining(event: CoreEvent): event is MiningEvent {
  return MINING_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  balance(account: string): bigint;
  scale(asset: string): number;
  /** Inviter as told by events; null without one, or if it is the same person under another account. */
  inviter(user: number): number | null;
  /** Incomes that financial products have promised in the asset. */
  promised(asset: string): bigint;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EAST_MS = 8 * HOUR_MS;
const PPB = 1_000_000_000n;

export class MiningAudit {
  private readonly held = new Map<number, Bought & { paid: number }>();
  private readonly terms = new Map<string, EventOf<'MiningTermsSet'>>();
  private readonly sold = new Map<string, bigint>();
  /** Rules of purchase rebates. */
  private readonly rules = new NewestRule();
  /** Outstanding payments by asset: added and removed once each. */
  private readonly promises = new Map<string, bigint>();

  constructor(private readonly around: Surroundings) {}

  expect(event: MiningEvent, expected: Deltas, { at }: Batch): void {
    if (event.type === 'MiningBought') this.expectBought(event, expected, at);
    else if (event.type === 'MiningPaid') this.expectPaid(event, expected, at);
    else if (event.type === 'MiningEnded') this.expectEnded(event, expected, at);
  }

  /**
   * Runs after the event's entries: the house balance must cover its promises, including those of financial products.
   */
  settle(event: MiningEvent): void {
    if (event.type === 'MiningTermsSet') this.terms.set(event.product, event);
    if (event.type === 'MiningBought') {
      this.held.set(event.purchase, { ...event, paid: 0 });
      this.sold.set(event.product, (this.sold.get(event.product) ?? 0n) + event.amount);
      const payments = event.payout === 'end' ? 1 : event.termDays;
      for (let payment = 0; payment < payments; payment++) this.promise(event, 1n);
    }
    if (event.type === 'MiningPaid') {
      const bought = this.held.get(event.purchase)!;
      bought.paid = event.payment;
      this.promise(bought, -1n);
    }
    if (event.type === 'MiningEnded') {
      const bought = this.held.get(event.purchase)!;
      if (bought.payout === 'end') this.promise(bought, -1n);
      this.held.delete(event.purchase);
    }
    if (!('entries' in event)) return;
    for (const [asset, sum] of this.promises) {
      const all = sum + this.around.promised(asset);
      if (sum < 0n || this.around.balance(`house/financial/${asset}`) < all)
        this.around.fail('promises more than there is');
    }
  }

  promised(asset: string): bigint {
    return this.promises.get(asset) ?? 0n;
  }

  /** One payment, with the inviter's share. */
  private promise({ payout, income, termDays, rebatePpb = 0, incomeAsset }: Bought, sign: 1n | -1n): void {
    const payment = payout === 'end' ? income * BigInt(termDays) : income;
    const sum = payment + (payment * BigInt(rebatePpb)) / PPB;
    this.promises.set(incomeAsset, this.promised(incomeAsset) + sign * sum);
  }

  private expectBought(event: Bought, expected: Deltas, at: number): void {
    const { user, asset, amount, product, startsAt, expiresAt, termDays, dailyRatePpb, payout, incomeAsset } = event;
    const terms = this.terms.get(product) ?? this.around.fail('is of no product');
    const midnight = Math.floor((at + EAST_MS) / DAY_MS + 1) * DAY_MS - EAST_MS;
    this.check(startsAt === midnight && expiresAt === midnight + termDays * DAY_MS, 'mines at another time');
    const sold = { asset, incomeAsset, termDays, dailyRatePpb, payout };
    const isSold = (Object.keys(sold) as (keyof typeof sold)[]).every((field) => terms[field] === sold[field]);
    this.check(isSold, 'is on other terms');
    this.check(event.income === this.incomeOf(event), 'promises another sum');
    this.check((this.sold.get(product) ?? 0n) + amount <= terms.quota, 'sells more than its quota');
    move(expected, `${user}/financial/${asset}/available`, `${user}/financial/${asset}/locked`, amount);
    const inviter = terms.rebate === 'none' ? null : this.around.inviter(user);
    this.check((event.inviter ?? null) === inviter, 'names another inviter');
    const isAtOnce = inviter !== null && terms.rebate === 'purchase';
    const asked = (amount * BigInt(terms.rebatePpb)) / PPB;
    // Rule 1 has no maximum.
    const most = event.rule === 2 ? this.halfOf(event) : asked;
    this.check(event.rebate === (isAtOnce ? (asked < most ? asked : most) : undefined), 'gives another rebate');
    if (isAtOnce) this.check(this.rules.follows(event.rule), `goes by rule ${event.rule}`);
    else this.check(event.rule === undefined, 'names the rule of a rebate that it has not');
    const later = inviter !== null && terms.rebate === 'income' ? terms.rebatePpb : undefined;
    this.check(event.rebatePpb === later, 'promises another rebate');
    this.moveRebate(event, asset, expected);
  }

  /** Half of all incomes, in the staked coin. */
  private halfOf({ income, termDays, asset, incomeAsset, priceOf = 1n, priceBy = 1n }: Bought): bigint {
    const units = (name: string) => 10n ** BigInt(this.around.scale(name));
    return (income * BigInt(termDays) * priceBy * units(asset)) / (2n * priceOf * units(incomeAsset));
  }

  private incomeOf({ amount, dailyRatePpb, asset, incomeAsset, priceOf, priceBy }: Bought): bigint {
    const rated = amount * BigInt(dailyRatePpb);
    if (asset === incomeAsset) return rated / PPB;
    const [of, by] = [priceOf ?? 0n, priceBy ?? 0n];
    if (of <= 0n || by <= 0n) this.around.fail('has no price');
    const units = (name: string) => 10n ** BigInt(this.around.scale(name));
    return (rated * of * units(incomeAsset)) / (PPB * by * units(asset));
  }

  private expectPaid(event: EventOf<'MiningPaid'>, expected: Deltas, at: number): void {
    const { purchase, user, payment, dueAt, income } = event;
    const bought = this.held.get(purchase) ?? this.around.fail('pays for what is not held');
    const due = bought.startsAt + (payment - 1) * DAY_MS + HOUR_MS;
    const isNext = payment === bought.paid + 1 && payment <= bought.termDays && bought.payout === 'daily';
    this.check(isNext && bought.user === user && income === bought.income, 'is another payment');
    this.check(dueAt === due && at >= due, 'pays at another time');
    this.moveIncome(event, bought, expected);
  }

  private expectEnded(event: EventOf<'MiningEnded'>, expected: Deltas, at: number): void {
    const bought = this.held.get(event.purchase) ?? this.around.fail('ends what is not held');
    const { user, asset, amount, expiresAt, payout, termDays, paid } = bought;
    this.check(event.user === user && event.dueAt === expiresAt && at >= expiresAt, 'ends at another time');
    this.check(payout === 'end' || paid === termDays, 'ends before all was paid');
    const income = payout === 'end' ? bought.income * BigInt(termDays) : 0n;
    this.check(event.income === income, 'brings another sum');
    move(expected, `${user}/financial/${asset}/locked`, `${user}/financial/${asset}/available`, amount);
    this.moveIncome(event, bought, expected);
  }

  private moveIncome(event: EventOf<'MiningPaid' | 'MiningEnded'>, bought: Bought, expected: Deltas): void {
    const { user, incomeAsset } = bought;
    const { income } = event;
    if (income > 0n)
      move(expected, `house/financial/${incomeAsset}`, `${user}/financial/${incomeAsset}/available`, income);
    const rebate = bought.inviter === undefined ? 0n : (income * BigInt(bought.rebatePpb ?? 0)) / PPB;
    const inviter = rebate === 0n ? null : this.around.inviter(user);
    this.check((event.inviter ?? null) === inviter, 'names another inviter');
    this.check(event.rebate === (inviter === null ? undefined : rebate), 'gives another rebate');
    this.moveRebate(event, incomeAsset, expected);
  }

  private moveRebate(
    { inviter, rebate = 0n }: Pick<Bought, 'inviter' | 'rebate'>,
    asset: string,
    expected: Deltas,
  ): void {
    if (inviter === undefined || rebate === 0n) return;
    move(expected, `house/financial/${asset}`, `${inviter}/financial/${asset}/available`, rebate);
  }

  private check(holds: boolean, what: string): void {
    if (!holds) this.around.fail(what);
  }
}
