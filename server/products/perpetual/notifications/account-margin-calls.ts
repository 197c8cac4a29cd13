/**
 * Margin calls of cross-margin accounts: at 70, 85 and 95 % of their equity required, each level once until the ratio has fallen ten points
 * below it. Accounts are indexed by the marks at which they may reach the next level. A mark inside all bounds checks no account. Accounts
 * at a level are checked with every mark until they leave it.
 */
import { crossProfit, crossMaintenanceMargin, safePairs } from '../../../../shared/products/perpetual/rules/cross';
import { createRanked, firstRanked, rank, unrank, type Ranked } from '../../../core/indexes/ranked-ids';
import type { CrossAccount } from '../live/cross-accounts';
import { REARM_BELOW_PERCENT, CALL_LEVELS, scaledTerms, type CallLevel } from './margin-calls';

export interface AccountCall {
  user: number;
  asset: string;
  level: CallLevel;
  /** Units. */
  equity: bigint;
  requirement: bigint;
}

/** Accounts by the last mark below (negated) and the first mark above at which they must be checked. */
interface WakeBounds {
  below: Ranked;
  above: Ranked;
}

export class AccountMarginCalls {
  /** By market. */
  private readonly wakeBoundsByMarket = new Map<string, WakeBounds>();
  private readonly toReview = new Set<number>();
  private readonly notified = new Map<number, CallLevel>();

  /** Margin calls of accounts in one asset; the account is null for a user without cross positions, and while a mark is unknown. */
  constructor(
    private readonly asset: string,
    private readonly accountOf: (user: number) => CrossAccount | null,
  ) {}

  /** Call when the account may have changed. */
  markForReview(user: number): void {
    this.toReview.add(user);
  }

  onMark(market: string, mark: number): void {
    const wakeBounds = this.wakeBoundsByMarket.get(market);
    if (!wakeBounds) return;
    this.collectPassed(wakeBounds.below, -mark);
    this.collectPassed(wakeBounds.above, mark);
  }

  /** Margin calls at the current marks. */
  review(): AccountCall[] {
    const calls: AccountCall[] = [];
    for (const user of new Set([...this.toReview, ...this.notified.keys()])) {
      const call = this.checkAccount(user);
      if (call) calls.push(call);
    }
    this.toReview.clear();
    return calls;
  }

  /** Users whose level counts as already notified. */
  notifiedLevels(): ReadonlyMap<number, CallLevel> {
    return this.notified;
  }

  /** Resets the level to the one notified; the next mark reports levels reached. */
  resetLevel(user: number, notifiedLevel: CallLevel | 0): void {
    if (notifiedLevel === 0) this.notified.delete(user);
    else this.notified.set(user, notifiedLevel);
    this.markForReview(user);
  }

  private collectPassed(rankedUsers: Ranked, mark: number): void {
    for (let first = firstRanked(rankedUsers); first && first.rank <= mark; first = firstRanked(rankedUsers)) {
      this.toReview.add(first.id);
      unrank(rankedUsers, first.id);
    }
  }

  private checkAccount(user: number): AccountCall | null {
    for (const { below, above } of this.wakeBoundsByMarket.values()) {
      unrank(below, user);
      unrank(above, user);
    }
    const account = this.accountOf(user);
    if (!account) {
      this.notified.delete(user);
      return null;
    }
    const { wallet, markets } = account;
    const equity = wallet + crossProfit(markets);
    const requirement = crossMaintenanceMargin(markets);
    const isAt = (percent: number): boolean => equity <= 0n || requirement * 100n >= equity * BigInt(percent);
    const before = this.notified.get(user) ?? 0;
    const reachedLevel = CALL_LEVELS.findLast((level) => isAt(level)) ?? 0;
    const retainedLevel = CALL_LEVELS.findLast((one) => one <= before && isAt(one - REARM_BELOW_PERCENT)) ?? 0;
    const level = reachedLevel > before ? reachedLevel : retainedLevel;
    if (level > 0) this.notified.set(user, level as CallLevel);
    else this.notified.delete(user);
    this.setWakeBounds(
      user,
      account,
      CALL_LEVELS.find((one) => one > level),
    );
    return reachedLevel > before
      ? { user, asset: this.asset, level: reachedLevel as CallLevel, equity, requirement }
      : null;
  }

  /** Waits for the marks at which the account would be liquidated under correspondingly tighter terms. */
  private setWakeBounds(user: number, { wallet, markets }: CrossAccount, next: CallLevel | undefined): void {
    if (next === undefined) return;
    const terms = markets.map((market) => ({ ...market, terms: scaledTerms(market.terms, next, 'too early') }));
    const safePricePairs = safePairs(wallet - BigInt(2 * markets.length), terms);
    markets.forEach(({ name, mark }, place) => {
      // Rounded so that the check comes slightly early; without a pair the next mark triggers it.
      const { low, high } = safePricePairs?.[place] ?? { low: mark, high: mark };
      const { below, above } = this.boundsOf(name);
      if (low > 1) rank(below, user, 1 - low);
      if (high < Number.MAX_SAFE_INTEGER) rank(above, user, high + 1);
    });
  }

  private boundsOf(market: string): WakeBounds {
    let wakeBounds = this.wakeBoundsByMarket.get(market);
    if (!wakeBounds)
      this.wakeBoundsByMarket.set(market, (wakeBounds = { below: createRanked(), above: createRanked() }));
    return wakeBounds;
  }
}
