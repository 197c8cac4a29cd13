/** Recharges, asked for again as long as something is under way that the private channels say nothing of. */
import type { RechargesRequest } from '../../../../../shared/products/wallet/wire';
import { useRechargesQuery } from '../../../entities/recharge/recharge-api';

/** That a payment was seen or credited is pushed; its confirmations are not. */
const CONFIRMING_MS = 2_000;

export function useFollowedRecharges(request: Partial<RechargesRequest>, { skip }: { skip: boolean }) {
  const { currentData } = useRechargesQuery(request, { skip });
  const isConfirming = currentData?.records.some(({ status }) => status === 'recharging') ?? false;
  const asked = useRechargesQuery(request, {
    skip,
    refetchOnMountOrArgChange: true,
    pollingInterval: isConfirming ? CONFIRMING_MS : 0,
  });
  return { ...asked, isConfirming };
}
