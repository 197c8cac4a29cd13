/** Simulated traders pay fees and lose, so the demo credits low balances again, with a unique reference each. */
import { unitsOf } from '../../../shared/rules/units';
import type { CreditRecharge, TransferFunds } from '../../products/wallet/core/commands';
import { availableIn, availableOf } from '../../core/ledger/ledger';
import type { CoreState } from '../../core/state';
import type { Funds } from '../past/listings';

/** Threshold in percent of a trader's initial funds. */
const LOW_PERCENT = 25n;

/**
 * Commands that restore each low asset to the trader's initial funds. Frozen amounts do not count. Legal currency
 * arrives in its own account, from which the trader transfers it. While the account is frozen or the currency in
 * maintenance, nothing can be transferred, so nothing is credited either; nor are assets with suspended deposits.
 */
export function planTopUps(
  state: CoreState,
  user: number,
  funds: Funds,
  at: number,
): (CreditRecharge | TransferFunds)[] {
  if (state.members.get(user)?.frozen) return [];
  const commands: (CreditRecharge | TransferFunds)[] = [];
  for (const { asset, amount } of funds) {
    const listing = state.assets.get(asset);
    if (!listing || listing.deposits === 'suspended') continue;
    if (listing.isFiat && listing.trading === 'maintenance') continue;
    const targetUnits = unitsOf(amount, listing.scale) as bigint;
    const available = availableOf(state.ledger, user, asset);
    if (available * 100n >= targetUnits * LOW_PERCENT) continue;
    const reference = `demo/${user}/${asset}/${at}`;
    const missing = targetUnits - available;
    commands.push({ type: 'CreditRecharge', user, asset, amount: missing, reference });
    if (listing.isFiat)
      commands.push({ type: 'TransferFunds', user, asset, from: 'legal', to: 'spot', amount: missing });
  }
  return commands;
}

export function planContractTopUps(state: CoreState, user: number, { usdt }: { usdt: string }): TransferFunds[] {
  return state.perpetual.contracts.size === 0 ? [] : planTransfers(state, user, 'contract', usdt);
}

/** Transfers the missing part to an account that is low, as far as the trader has it in the spot account. */
export function planTransfers(
  state: CoreState,
  user: number,
  to: 'contract' | 'option' | 'financial',
  targetAmount: string,
  asset = 'USDT',
): TransferFunds[] {
  const listing = state.assets.get(asset);
  if (!listing || state.members.get(user)?.frozen) return [];
  const targetUnits = unitsOf(targetAmount, listing.scale) as bigint;
  const available = availableIn(state.ledger, to, user, asset);
  const amount = targetUnits - available;
  if (available * 100n >= targetUnits * LOW_PERCENT || availableOf(state.ledger, user, asset) < amount) return [];
  return [{ type: 'TransferFunds', user, asset, from: 'spot', to, amount }];
}
