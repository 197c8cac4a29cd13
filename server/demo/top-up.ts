/** Simulated traders pay fees and lose: what runs low is credited again by the demo's staff, under a reference of its own. */
import { unitsOf } from '../../shared/rules/units';
import type { CreditRecharge } from '../core/command';
import { availableOf } from '../core/ledger/ledger';
import type { CoreState } from '../core/state';
import type { Funds } from './listings';

/** Below this part of what a trader began with, in percent. */
const LOW_PERCENT = 25n;

/** What brings each asset that has run low back to what the trader began with. Frozen amounts do not count. */
export function planTopUps(state: CoreState, user: number, funds: Funds, at: number): CreditRecharge[] {
  const credits: CreditRecharge[] = [];
  for (const { asset, amount } of funds) {
    const scale = state.assets.get(asset)?.scale;
    if (scale === undefined) continue;
    const begun = unitsOf(amount, scale) as bigint;
    const available = availableOf(state.ledger, user, asset);
    if (available * 100n >= begun * LOW_PERCENT) continue;
    const reference = `demo/${user}/${asset}/${at}`;
    credits.push({ type: 'CreditRecharge', user, asset, amount: begun - available, reference });
  }
  return credits;
}
