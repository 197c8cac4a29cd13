/** Deposits, polled while one is in a stage without pushes. */
import type { RechargesRequest } from '../../../../../shared/products/wallet/wire';
import { useRechargesQuery } from '../../../kit/entities/recharge/recharge-api';

/** Pushed: a payment is seen or credited. Not pushed: its confirmations. */
const CONFIRMING_MS = 2_000;

export function useFollowedRecharges(request: Partial<RechargesRequest>, { skip }: { skip: boolean }) {
  const { currentData } = useRechargesQuery(request, { skip });
  const isConfirming = currentData?.records.some(({ status }) => status === 'recharging') ?? false;
  const query = useRechargesQuery(request, {
    skip,
    refetchOnMountOrArgChange: true,
    pollingInterval: isConfirming ? CONFIRMING_MS : 0,
  });
  return { ...query, isConfirming };
}
