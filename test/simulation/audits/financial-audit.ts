/** Auditor part for financial products: holdings, promised incomes, and that each is paid once. Uses events only. */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../server/core/event';
import { move, type Deltas } from './audited';
import { NewestRule } from '../newest-rule';

const FINANCIAL_EVENTS = [
  'FinancialTermsProposed',
  'FinancialTermsSet',
  'FinancialStateSet',
  'FinancialFunded',
  'FinancialBought',
  'FinancialEnded',
  'FinancialRenewalSet',
] as const satisfies EventType[];
type FinancialEvent = EventOf<(typeof FINANCIAL_EVENTS)[number]>;
type Bought = EventOf<'FinancialBought'>;

export function isOfFinancial(event: CoreEvent): event is FinancialEvent {
  return FINANCIAL_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  balance(account: string): bigint;
  /** Incomes that mining has promised in the asset, which share the same house account. */
  mined(asset: string): bigint;
}

const DAY_MS = 86_400_000;
const EAST_MS = 28_800_000;

export class FinancialAudit {
  private readonly held = new Map<number, Bought>();
  private readonly terms = new Map<string, EventOf<'FinancialTermsSet'>>();
  private readonly sold = new Map<string, bigint>();
  /** Cancelled amounts by user, product and day. */
  private readonly cancelled = new Map<string, bigint[]>();
  /** Rules of cancellations. */
  private readonly rules = new NewestRule();

  constructor(private readonly around: Surroundings) {}

  expect(event: FinancialEvent, expected: Deltas, { at }: Batch): void {
    switch (event.type) {
      case 'FinancialFunded': {
        const sides = [`house/treasury/${event.asset}`, `house/financial/${event.asset}`];
        const [from, to] = event.act === 'fund' ? sides : sides.reverse();
        move(expected, from, to, event.amount);
        return;
      }
      case 'FinancialBought':
        this.expectBought(event, expected, at);
        return;
      case 'FinancialEnded':
        this.expectEnded(event, expected, at);
        return;
      case 'FinancialTermsProposed':
      case 'FinancialTermsSet':
      case 'FinancialStateSet':
      case 'FinancialRenewalSet':
    }
  }

  /** Runs after the event's entries: the house balance must cover the promised incomes. */
  settle(event: FinancialEvent): void {
    if (event.type === 'FinancialTermsSet') this.terms.set(event.product, event);
    if (event.type === 'FinancialBought') {
      this.held.set(event.purchase, event);
      this.sold.set(event.product, (this.sold.get(event.product) ?? 0n) + event.amount);
    }
    if (event.type === 'FinancialEnded') {
      const { amount, user } = this.held.get(event.purchase)!;
      this.held.delete(event.purchase);
      if (event.end === 'cancelled') {
        this.sold.set(event.product, (this.sold.get(event.product) ?? 0n) - amount);
        const key = cancelledKey(user, event.product, event.dueAt);
        this.cancelled.set(key, [...(this.cancelled.get(key) ?? []), amount]);
      }
    }
    if (!('entries' in event)) return;
    for (const asset of new Set([...this.held.values()].map((one) => one.asset))) {
      const sum = this.promised(asset) + this.around.mined(asset);
      if (this.around.balance(`house/financial/${asset}`) < sum) this.around.fail('promises more than there is');
    }
  }

  promised(asset: string): bigint {
    return [...this.held.values()].reduce((sum, one) => (one.asset === asset ? sum + one.income : sum), 0n);
  }

  private expectBought(event: Bought, expected: Deltas, at: number): void {
    const { user, asset, amount, product, startsAt, expiresAt, termDays, annualRatePpb, income, renews } = event;
    const terms = this.terms.get(product) ?? this.around.fail('is of no product');
    const bought = renews === undefined ? at : startsAt - 1;
    const midnight = Math.floor((bought + EAST_MS) / DAY_MS + 1) * DAY_MS - EAST_MS;
    this.check(startsAt === midnight && expiresAt === midnight + termDays * DAY_MS, 'earns at another time');
    this.check(termDays === terms.termDays && annualRatePpb === terms.annualRatePpb, 'is on other terms');
    this.check(
      income === (amount * BigInt(annualRatePpb) * BigInt(termDays)) / 365_000_000_000n,
      'promises another sum',
    );
    this.check((this.sold.get(product) ?? 0n) + amount <= terms.quota, 'sells more than its quota');
    move(expected, `${user}/financial/${asset}/available`, `${user}/financial/${asset}/locked`, amount);
  }

  private expectEnded(event: EventOf<'FinancialEnded'>, expected: Deltas, at: number): void {
    const bought = this.held.get(event.purchase) ?? this.around.fail('ends what is not held');
    const { user, asset, amount, startsAt, expiresAt } = bought;
    const isInTime = { cancelled: at < startsAt, left: at >= startsAt && at < expiresAt, settled: at >= expiresAt };
    this.check(isInTime[event.end] && event.user === user, 'ends at another time');
    this.check(event.dueAt === (event.end === 'settled' ? expiresAt : at), 'was due at another time');
    if (event.end === 'cancelled') this.checkCancelled(event.rule, bought, at);
    else this.check(event.rule === undefined, 'names the rule of a cancellation');
    const income = event.end === 'settled' ? bought.income : 0n;
    move(expected, `${user}/financial/${asset}/locked`, `${user}/financial/${asset}/available`, amount);
    if (income > 0n) move(expected, `house/financial/${asset}`, `${user}/financial/${asset}/available`, income);
  }

  /**
   * At most three cancellations per day; under rule 2 their sum is at most the user's limit, except for a single one.
   */
  private checkCancelled(rule: number | undefined, { user, product, amount }: Bought, at: number): void {
    this.check(this.rules.follows(rule), `goes by rule ${rule}`);
    const before = this.cancelled.get(cancelledKey(user, product, at)) ?? [];
    this.check(before.length < 3, 'is cancelled as a fourth');
    if (rule === undefined) return;
    const sum = before.reduce((all, one) => all + one, amount);
    this.check(before.length === 0 || sum <= (this.terms.get(product)?.userMax ?? 0n), 'is more than may be cancelled');
  }

  private check(holds: boolean, what: string): void {
    if (!holds) this.around.fail(what);
  }
}

function cancelledKey(user: number, product: string, at: number): string {
  return `${user}/${product}/${Math.floor((at + EAST_MS) / DAY_MS)}`;
}
