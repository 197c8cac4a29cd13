/** The part of a user's asset that must stay until deposits are final, by the core's rules for withdrawals. */
import { Inject, Injectable } from '@nestjs/common';
import { depositAccountOf } from '../../../../shared/rules/account-kinds';
import { ceilOf } from '../../../../shared/rules/arithmetic/rounding';
import { VALUE_SCALE } from '../../../../shared/rules/valuation';
import { LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { Prices, usdtValue } from '../../../features/shared/orders/prices.queries';

@Injectable()
export class NotFinalBalance {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly prices: Prices,
  ) {}

  /** Units of the asset: the whole available balance if a required price is missing. */
  reservedOf(userId: number, asset: string, available: bigint): bigint {
    const sums = this.live.provisional.amountsOf(userId);
    if (sums.size === 0) return 0n;
    const cover = this.coverOf(userId, sums, asset);
    const reservedAmount = cover === null ? available : (sums.get(asset) ?? 0n) + cover;
    return reservedAmount < available ? reservedAmount : available;
  }

  /**
   * Units of the asset that must stay to cover other coins: the value of their provisional deposits that are no longer available. Null if a
   * missing coin has no price, or this asset has no price to cover it.
   */
  private coverOf(userId: number, sums: ReadonlyMap<string, bigint>, asset: string): bigint | null {
    let missing = 0n;
    for (const [other, sum] of sums) {
      const listedAsset = this.live.markets.asset(other);
      if (other === asset || !listedAsset) continue;
      const shortfall = sum - this.live.balances.availableIn(userId, depositAccountOf(listedAsset), other);
      if (shortfall <= 0n) continue;
      const price = this.prices.highestPrice(other);
      if (price === null) return null;
      missing += usdtValue(shortfall, listedAsset.scale, price, 'up');
    }
    if (missing === 0n) return 0n;
    const [price, scale] = [this.prices.collateralPrice(asset), this.live.markets.scale(asset)];
    if (price === null || scale === undefined) return null;
    const units = missing * price.denominator * 10n ** BigInt(scale);
    return ceilOf(units, price.numerator * 10n ** BigInt(VALUE_SCALE));
  }
}
