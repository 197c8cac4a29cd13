/** Lists of what is under way, asked for again as long as something is that the private channels say nothing of. */
import type { RechargesRequest, WithdrawalsRequest } from '../../../../shared/wire/wallet';
import { useRechargesQuery } from '../../entities/recharge/recharge-api';
import { useWithdrawalsQuery } from '../../entities/withdrawal/withdrawal-api';

/** That a payment was seen or credited is pushed; its confirmations are not. */
const CONFIRMING_MS = 2_000;
/** Approved, rejected and paid are pushed; that the payout has begun is not. */
const PAYING_MS = 10_000;

export function useFollowedRecharges(request: Partial<RechargesRequest>, isKnown: boolean) {
  const { currentData } = useRechargesQuery(request, { skip: !isKnown });
  const isConfirming = currentData?.records.some(({ status }) => status === 'recharging') ?? false;
  const asked = useRechargesQuery(request, {
    skip: !isKnown,
    refetchOnMountOrArgChange: true,
    pollingInterval: isConfirming ? CONFIRMING_MS : 0,
  });
  return { ...asked, isConfirming };
}

export function useFollowedWithdrawals(request: Partial<WithdrawalsRequest>, isKnown: boolean) {
  const { currentData } = useWithdrawalsQuery(request, { skip: !isKnown });
  const isUnderWay = currentData?.records.some(({ shown }) => shown === 'applied') ?? false;
  const asked = useWithdrawalsQuery(request, {
    skip: !isKnown,
    refetchOnMountOrArgChange: true,
    pollingInterval: isUnderWay ? PAYING_MS : 0,
  });
  return { ...asked, isUnderWay };
}
