/** Staff rule for changes of the fee table. */
import type { Context } from '../decision';
import type { Facts, TwoPersonApproval } from '../staff/rule';
import type { CoreView } from '../state';
import type { SetFeeTiers } from './commands';
import { tableAt } from './level';

export function feeTiersApproval(
  view: CoreView,
  { product, volumes }: SetFeeTiers,
  { at }: Readonly<Pick<Context, 'at'>>,
): Omit<TwoPersonApproval, 'kind'> {
  const before = tableAt(view.fees[product].tables, at)?.volumes ?? [];
  const factsWith = (tierVolumes: readonly bigint[]): Facts => ({ product, volumes: tierVolumes.join(' ') });
  return { subject: `fees/${product}`, user: null, before: factsWith(before), after: factsWith(volumes) };
}
