/**
 * Which accounts in cross margin come near their liquidation: at 70, 85 and 95 % of what covers their positions being required, each once until
 * that has fallen ten points below again.
 *
 * An account is found by the marks at which its next level may be reached, so a mark that leaves none of these looks at nobody; whoever was
 * told of a level is looked at with every mark until it is left behind.
 */
import { crossProfit, crossRequirement, safePairs } from '../../../../shared/products/perpetual/rules/cross';
import { createRanked, firstRanked, rank, unrank, type Ranked } from '../../../core/indexes/ranked';
import type { CrossAccount } from '../live/cross-accounts';
import { BELOW_POINTS, CALL_LEVELS, tighter, type CallLevel } from './margin-calls';

export interface AccountCall {
  user: number;
  asset: string;
  level: CallLevel;
  /** Units. */
  equity: bigint;
  requirement: bigint;
}

/** Accounts by the last mark below (by its negative) and the first above at which they are to be looked at. */
interface Bounds {
  below: Ranked;
  above: Ranked;
}

export class AccountCalls {
  /** By market. */
  private readonly bounds = new Map<string, Bounds>();
  private readonly touched = new Set<number>();
  private readonly told = new Map<number, CallLevel>();

  /** Of one asset; null of a user without cross positions, and where a mark is not known yet. */
  constructor(
    private readonly asset: string,
    private readonly accountOf: (user: number) => CrossAccount | null,
  ) {}

  /** Something of the account may have changed. */
  touch(user: number): void {
    this.touched.add(user);
  }

  marked(market: string, mark: number): void {
    const bounds = this.bounds.get(market);
    if (!bounds) return;
    this.leave(bounds.below, -mark);
    this.leave(bounds.above, mark);
  }

  /** Whom the marks of now call. */
  review(): AccountCall[] {
    const calls: AccountCall[] = [];
    for (const user of new Set([...this.touched, ...this.told.keys()])) {
      const call = this.judge(user);
      if (call) calls.push(call);
    }
    this.touched.clear();
    return calls;
  }

  /** Whose level is taken as told. */
  standing(): ReadonlyMap<number, CallLevel> {
    return this.told;
  }

  /** No more than that was told: the next mark tells of what is reached. */
  untell(user: number, told: CallLevel | 0): void {
    if (told === 0) this.told.delete(user);
    else this.told.set(user, told);
    this.touch(user);
  }

  private leave(bounds: Ranked, mark: number): void {
    for (let first = firstRanked(bounds); first && first.rank <= mark; first = firstRanked(bounds)) {
      this.touched.add(first.id);
      unrank(bounds, first.id);
    }
  }

  private judge(user: number): AccountCall | null {
    for (const { below, above } of this.bounds.values()) {
      unrank(below, user);
      unrank(above, user);
    }
    const account = this.accountOf(user);
    if (!account) {
      this.told.delete(user);
      return null;
    }
    const { wallet, markets } = account;
    const equity = wallet + crossProfit(markets);
    const requirement = crossRequirement(markets);
    const isAt = (percent: number): boolean => equity <= 0n || requirement * 100n >= equity * BigInt(percent);
    const before = this.told.get(user) ?? 0;
    const reached = CALL_LEVELS.findLast((level) => isAt(level)) ?? 0;
    const stands = CALL_LEVELS.findLast((one) => one <= before && isAt(one - BELOW_POINTS)) ?? 0;
    const level = reached > before ? reached : stands;
    if (level > 0) this.told.set(user, level as CallLevel);
    else this.told.delete(user);
    this.wait(
      user,
      account,
      CALL_LEVELS.find((one) => one > level),
    );
    return reached > before ? { user, asset: this.asset, level: reached as CallLevel, equity, requirement } : null;
  }

  /** Until its marks come where, by so much tighter terms, it would be liquidated. */
  private wait(user: number, { wallet, markets }: CrossAccount, next: CallLevel | undefined): void {
    if (next === undefined) return;
    const terms = markets.map((market) => ({ ...market, terms: tighter(market.terms, next, 'too early') }));
    const pairs = safePairs(wallet - BigInt(2 * markets.length), terms);
    markets.forEach(({ name, mark }, place) => {
      // Rounded so that it is looked at a little before; without a pair with the next mark.
      const { low, high } = pairs?.[place] ?? { low: mark, high: mark };
      const { below, above } = this.boundsOf(name);
      if (low > 1) rank(below, user, 1 - low);
      if (high < Number.MAX_SAFE_INTEGER) rank(above, user, high + 1);
    });
  }

  private boundsOf(market: string): Bounds {
    let of = this.bounds.get(market);
    if (!of) this.bounds.set(market, (of = { below: createRanked(), above: createRanked() }));
    return of;
  }
}
