/** Withdrawals, asked for again as long as something is under way that the private channels say nothing of. */
import type { WithdrawalsRequest } from '../../../../../../shared/products/wallet/wire';
import { useWithdrawalsQuery } from '../../api/withdrawal-api';

/** Approved, rejected and paid are pushed; that the payout has begun is not. */
const PAYING_MS = 10_000;

export function useFollowedWithdrawals(request: Partial<WithdrawalsRequest>, { skip }: { skip: boolean }) {
  const { currentData } = useWithdrawalsQuery(request, { skip });
  const isUnderWay = currentData?.records.some(({ shown }) => shown === 'applied') ?? false;
  const asked = useWithdrawalsQuery(request, {
    skip,
    refetchOnMountOrArgChange: true,
    pollingInterval: isUnderWay ? PAYING_MS : 0,
  });
  return { ...asked, isUnderWay };
}
