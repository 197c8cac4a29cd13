import type { FinancialHolding, MiningHolding } from '../../../../../shared/products/earn/wire';

/** No push says that what was bought earns from now on: the server's time does. */
export function statusAt(
  { status, startsAt }: Pick<FinancialHolding, 'status' | 'startsAt'>,
  now: number,
): FinancialHolding['status'] {
  return status === 'buying' && now >= startsAt ? 'earning' : status;
}

/** The same of mining, and of its allocation before. */
export function miningStatusAt(
  { status, allocatingFrom, startsAt }: Pick<MiningHolding, 'status' | 'allocatingFrom' | 'startsAt'>,
  now: number,
): MiningHolding['status'] {
  if (status === 'ended') return status;
  if (now >= startsAt) return 'mining';
  return now >= allocatingFrom ? 'allocating' : status;
}
