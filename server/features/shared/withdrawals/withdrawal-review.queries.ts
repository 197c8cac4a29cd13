/** Value above which a withdrawal needs two approvals, and the number each one needs. */
import { Inject, Injectable } from '@nestjs/common';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../shared/rules/valuation';
import { approvalsFor } from '../../../../shared/products/wallet/rules/withdrawal-approvals';
import type { WithdrawalReview as WireReview } from '../../../../shared/wire/admin';
import { LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { secondApprovalAbove } from '../../../views/stored/queries';
import type { WithdrawalRow } from '../../../views/stored/tables';
import { Prices, usdtValue } from '../orders/prices.queries';
import { Reader } from '../endpoints/reader';
import { approvalStillCounts } from '../approval-validity';

@Injectable()
export class WithdrawalReview {
  constructor(
    private readonly reader: Reader,
    private readonly prices: Prices,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async currentReview(minPosition: number | undefined): Promise<WireReview> {
    const reviewThreshold = await secondApprovalAbove(await this.reader.at(minPosition));
    return { secondApprovalAbove: decimalOf(reviewThreshold, VALUE_SCALE) };
  }

  /**
   * Number of staff approvals each withdrawal needs, as judged now; null once none is needed. If the value has risen since the request,
   * the current value counts. `scales` holds the scales of the queried assets.
   */
  async approvalsNeeded(scales: ReadonlyMap<string, number>): Promise<(row: WithdrawalRow) => number | null> {
    const currentThreshold = await secondApprovalAbove(await this.reader.at(undefined));
    return (row) => {
      const { status, asset, amount, value, secondApprovalAbove: requestThreshold } = row;
      if (status !== 'applied') return null;
      // The larger of the value at the request and the current value counts.
      const price = this.prices.highestPrice(asset);
      const currentValue = price ? usdtValue(amount, scales.get(asset) as number, price, 'up') : null;
      const reviewValue = value === null || (currentValue !== null && currentValue > value) ? currentValue : value;
      // At least one more approval is needed, even if the threshold has changed since the last.
      return Math.max(approvalsFor(reviewValue, requestThreshold, currentThreshold), this.approvals(row).length + 1);
    };
  }

  /** Staff who approved the withdrawal; while it is pending, only those whose approval still counts. */
  approvals({ status, approvals }: Pick<WithdrawalRow, 'status' | 'approvals'>): number[] {
    const allApprovals = JSON.parse(approvals) as number[];
    return status === 'applied'
      ? allApprovals.filter((by) => approvalStillCounts(this.live, by, 'ApproveWithdrawal'))
      : allApprovals;
  }

  /**
   * The member of staff who stated that nothing was sent, and the reason. While a second approval is pending, only if the statement still
   * counts.
   */
  nothingSentStatement(row: WithdrawalRow): Pick<WithdrawalRow, 'proposedBy' | 'proposedReason'> {
    const { proposedBy, proposedReason, endedAt } = row;
    const stillCounts =
      endedAt !== null || proposedBy === null || approvalStillCounts(this.live, proposedBy, 'RejectWithdrawal');
    return stillCounts ? { proposedBy, proposedReason } : { proposedBy: null, proposedReason: null };
  }
}
