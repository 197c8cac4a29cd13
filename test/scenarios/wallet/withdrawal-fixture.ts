/** Reviews and amounts shared by the withdrawal scenarios. */
import { staff } from '../../tools/fixtures/core-fixture';

export const review = (secondApprovalAbove: bigint) => staff({ type: 'SetWithdrawalReview', secondApprovalAbove });
/** One USDT: 100,000 units of the asset, 10^8 in the units of limits. */
export const USDT = 100_000n;
