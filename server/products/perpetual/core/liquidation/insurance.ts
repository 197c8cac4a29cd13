/** What the fund may pay for positions that have nothing left. */
import { known } from '../../../../core/folding';
import { houseAccount } from '../../../../core/ledger/entry';
import { balanceOf } from '../../../../core/ledger/ledger';
import type { CoreState } from '../../../../core/state';

/** At a funding hour: of what the fund has then it pays a part for one liquidation. */
export function noteFund(state: CoreState, market: string): void {
  const { quote } = known(state.markets, market).terms;
  const amount = balanceOf(state.ledger, houseAccount('insurance', quote));
  if (amount > 0n) state.liquidations.fund.set(market, amount);
  else state.liquidations.fund.delete(market);
}
