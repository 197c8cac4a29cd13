/** How much of a user's asset has to stay until deposits are final, as the core judges a withdrawal. */
import { Inject, Injectable } from '@nestjs/common';
import { gateAccount } from '../../../../shared/rules/account-kinds';
import { ceilOf } from '../../../../shared/rules/rounding';
import { VALUE_SCALE } from '../../../../shared/rules/values';
import { LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { Prices, usdtValue } from '../../../features/shared/orders/prices.queries';

@Injectable()
export class NotFinal {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly prices: Prices,
  ) {}

  /** Units of the asset: all that is available where a price that is needed is missing. */
  of(userId: number, asset: string, available: bigint): bigint {
    const sums = this.live.provisional.of(userId);
    if (sums.size === 0) return 0n;
    const cover = this.coverOf(userId, sums, asset);
    const stays = cover === null ? available : (sums.get(asset) ?? 0n) + cover;
    return stays < available ? stays : available;
  }

  /**
   * Units of the asset that have to stay for other coins: worth as much as what is missing of their deposits that are not final.
   * Null where a coin that is missing has no price, or this one has none to cover it with.
   */
  private coverOf(userId: number, sums: ReadonlyMap<string, bigint>, asset: string): bigint | null {
    let missing = 0n;
    for (const [other, sum] of sums) {
      const listed = this.live.markets.asset(other);
      if (other === asset || !listed) continue;
      const short = sum - this.live.balances.availableIn(userId, gateAccount(listed), other);
      if (short <= 0n) continue;
      const price = this.prices.guarding(other);
      if (price === null) return null;
      missing += usdtValue(short, listed.scale, price, 'up');
    }
    if (missing === 0n) return 0n;
    const [price, scale] = [this.prices.covering(asset), this.live.markets.scale(asset)];
    if (price === null || scale === undefined) return null;
    const units = missing * price.denominator * 10n ** BigInt(scale);
    return ceilOf(units, price.numerator * 10n ** BigInt(VALUE_SCALE));
  }
}
