/** Simulated traders pay fees and lose: what runs low is credited again by the demo itself, under a reference of its own. */
import { unitsOf } from '../../../shared/rules/units';
import type { CreditRecharge, TransferFunds } from '../../products/wallet/core/commands';
import { availableIn, availableOf } from '../../core/ledger/ledger';
import type { CoreState } from '../../core/state';
import type { Funds } from '../past/listings';

/** Below this part of what a trader began with, in percent. */
const LOW_PERCENT = 25n;

/**
 * What brings each asset that has run low back to what the trader began with. Frozen amounts do not count. Legal currency
 * comes in by its own account, from which the trader moves it to where it trades: while the account is frozen, or the currency under
 * maintenance, nothing is moved, so nothing is credited either. Nor is anything whose deposits are suspended.
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
    const listed = state.assets.get(asset);
    if (!listed || listed.deposits === 'suspended') continue;
    if (listed.isFiat && listed.trading === 'maintenance') continue;
    const begun = unitsOf(amount, listed.scale) as bigint;
    const available = availableOf(state.ledger, user, asset);
    if (available * 100n >= begun * LOW_PERCENT) continue;
    const reference = `demo/${user}/${asset}/${at}`;
    const missing = begun - available;
    commands.push({ type: 'CreditRecharge', user, asset, amount: missing, reference });
    if (listed.isFiat)
      commands.push({ type: 'TransferFunds', user, asset, from: 'legal', to: 'spot', amount: missing });
  }
  return commands;
}

export function planContractTopUps(state: CoreState, user: number, { usdt }: { usdt: string }): TransferFunds[] {
  return state.perpetual.contracts.size === 0 ? [] : planMoves(state, user, 'contract', usdt);
}

export function planOptionTopUps(state: CoreState, user: number, usdt: string): TransferFunds[] {
  return state.options.products.size === 0 ? [] : planMoves(state, user, 'option', usdt);
}

export function planSavingsTopUps(state: CoreState, user: number, funds: Funds): TransferFunds[] {
  if (state.financial.products.size === 0) return [];
  return funds.flatMap(({ asset, amount }) => planMoves(state, user, 'financial', amount, asset));
}

/** Moves what is missing in an account there once it has run low, as far as the trader has it where coins are traded. */
function planMoves(
  state: CoreState,
  user: number,
  to: 'contract' | 'option' | 'financial',
  wanted: string,
  asset = 'USDT',
): TransferFunds[] {
  const listed = state.assets.get(asset);
  if (!listed || state.members.get(user)?.frozen) return [];
  const begun = unitsOf(wanted, listed.scale) as bigint;
  const available = availableIn(state.ledger, to, user, asset);
  const amount = begun - available;
  if (available * 100n >= begun * LOW_PERCENT || availableOf(state.ledger, user, asset) < amount) return [];
  return [{ type: 'TransferFunds', user, asset, from: 'spot', to, amount }];
}
