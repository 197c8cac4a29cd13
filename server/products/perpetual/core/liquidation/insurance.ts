/** Limits of the insurance fund's payments for bankrupt positions. */
import { getOrThrow } from '../../../../core/evolve-helpers';
import { houseAccount } from '../../../../core/ledger/entry';
import { balanceOf } from '../../../../core/ledger/ledger';
import type { CoreState } from '../../../../core/state';

/** At a funding hour, sets the fund's maximum for one liquidation, a part of its balance. */
export function setFundLimit(state: CoreState, market: string): void {
  const { quote } = getOrThrow(state.markets, market).terms;
  const amount = balanceOf(state.ledger, houseAccount('insurance', quote));
  if (amount > 0n) state.liquidations.fund.set(market, amount);
  else state.liquidations.fund.delete(market);
}
