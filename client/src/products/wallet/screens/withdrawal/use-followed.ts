/** Withdrawals, polled while one is in a stage without pushes. */
import type { WithdrawalsRequest } from '../../../../../../shared/products/wallet/wire';
import { useWithdrawalsQuery } from '../../api/withdrawal-api';

/** Pushed: approval, rejection and payment. Not pushed: the start of the payout. */
const PAYING_POLL_MS = 10_000;

export function useFollowedWithdrawals(request: Partial<WithdrawalsRequest>, { skip }: { skip: boolean }) {
  const { currentData } = useWithdrawalsQuery(request, { skip });
  const isUnderWay = currentData?.records.some(({ shown }) => shown === 'applied') ?? false;
  const query = useWithdrawalsQuery(request, {
    skip,
    refetchOnMountOrArgChange: true,
    pollingInterval: isUnderWay ? PAYING_POLL_MS : 0,
  });
  return { ...query, isUnderWay };
}
