/** Above which value two of staff approve a withdrawal, and how many of them each one needs. */
import { Inject, Injectable } from '@nestjs/common';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../shared/rules/values';
import { approvalsFor } from '../../../../shared/products/wallet/rules/withdrawal-approvals';
import type { WithdrawalReview as WireReview } from '../../../../shared/wire/admin';
import { LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { secondApprovalAbove } from '../../../views/stored/queries';
import type { WithdrawalRow } from '../../../views/stored/tables';
import { Prices, usdtValue } from '../orders/prices.queries';
import { Reader } from '../endpoints/reader';
import { wordCounts } from '../words-of-staff';

@Injectable()
export class WithdrawalReview {
  constructor(
    private readonly reader: Reader,
    private readonly prices: Prices,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async now(minPosition: number | undefined): Promise<WireReview> {
    const above = await secondApprovalAbove(await this.reader.at(minPosition));
    return { secondApprovalAbove: decimalOf(above, VALUE_SCALE) };
  }

  /**
   * How many of staff approve each, as the exchange would judge it now; null once nobody needs to any more. What is worth
   * more than when it was applied for counts as what it is worth. `scales` has those of the assets that are asked for.
   */
  async approvalsNeeded(scales: ReadonlyMap<string, number>): Promise<(row: WithdrawalRow) => number | null> {
    const now = await secondApprovalAbove(await this.reader.at(undefined));
    return (row) => {
      const { status, asset, amount, value, secondApprovalAbove: then } = row;
      if (status !== 'applied') return null;
      // What it was worth and what it is worth now: the larger counts.
      const price = this.prices.guarding(asset);
      const today = price ? usdtValue(amount, scales.get(asset) as number, price, 'up') : null;
      const worth = value === null || (today !== null && today > value) ? today : value;
      // It waits for one more, however the threshold has moved since the last.
      return Math.max(approvalsFor(worth, then, now), this.approvals(row).length + 1);
    };
  }

  /** Who has approved it; as long as it waits, those whose word counts. */
  approvals({ status, approvals }: Pick<WithdrawalRow, 'status' | 'approvals'>): number[] {
    const all = JSON.parse(approvals) as number[];
    return status === 'applied' ? all.filter((by) => wordCounts(this.live, by, 'ApproveWithdrawal')) : all;
  }

  /** Who stated that nothing of it was sent, and why; as long as that waits for another, if their word counts. */
  stated(row: WithdrawalRow): Pick<WithdrawalRow, 'proposedBy' | 'proposedReason'> {
    const { proposedBy, proposedReason, endedAt } = row;
    const stands = endedAt !== null || proposedBy === null || wordCounts(this.live, proposedBy, 'RejectWithdrawal');
    return stands ? { proposedBy, proposedReason } : { proposedBy: null, proposedReason: null };
  }
}
