import type { FinancialHolding, MiningHolding } from '../../../../../shared/products/earn/wire';

/** Status at the server's time `now`. No push announces the start of interest. */
export function statusAt(
  { status, startsAt }: Pick<FinancialHolding, 'status' | 'startsAt'>,
  now: number,
): FinancialHolding['status'] {
  return status === 'buying' && now >= startsAt ? 'earning' : status;
}

/** The same for mining, including the allocation before it. */
export function miningStatusAt(
  { status, allocatingFrom, startsAt }: Pick<MiningHolding, 'status' | 'allocatingFrom' | 'startsAt'>,
  now: number,
): MiningHolding['status'] {
  if (status === 'ended') return status;
  if (now >= startsAt) return 'mining';
  return now >= allocatingFrom ? 'allocating' : status;
}
