/** Assigns deposit addresses in the journal before any user sees them, so that data loss elsewhere cannot assign one twice. */
import type { Decision } from '../../../core/decision';
import { reject } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type { AssignDepositAddress } from './commands';
import { ownerKey, placeKey } from './deposit-address';
import { isChainName } from './recharge';

/**
 * Rejects with `deposit.address.assigned` and the conflicting assignment: the member's own on this chain, if there is one, else that of the
 * number's owner.
 */
export function decideAssignDepositAddress(view: CoreView, command: AssignDepositAddress): Decision {
  const { user, chain, index, address } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  if (!isChainName(chain) || !Number.isSafeInteger(index) || index < 0 || address === '')
    return reject('chain.unknown');
  const ownIndex = view.wallet.depositIndexes.get(ownerKey(chain, user));
  const assignedAddress = view.wallet.depositAddresses.get(placeKey(chain, ownIndex ?? index));
  if (assignedAddress) return reject('deposit.address.assigned', { ...assignedAddress });
  if (isSuspended(view, chain)) return reject('asset.deposits.suspended');
  return [{ type: 'DepositAddressAssigned', user, chain, index, address }];
}

/** An address serves all coins of its chain: none is assigned while all of them are suspended. */
function isSuspended(view: CoreView, chain: string): boolean {
  let brings = false;
  for (const terms of view.wallet.rechargeTerms.values()) {
    if (terms.chain !== chain) continue;
    if (view.assets.get(terms.asset)?.deposits !== 'suspended') return false;
    brings = true;
  }
  return brings;
}
