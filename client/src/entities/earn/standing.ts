import type { FinancialHolding } from '../../../../shared/wire/financial';

/** No push says that what was bought earns from now on: the server's time does. */
export function statusAt(
  { status, startsAt }: Pick<FinancialHolding, 'status' | 'startsAt'>,
  now: number,
): FinancialHolding['status'] {
  return status === 'buying' && now >= startsAt ? 'earning' : status;
}
