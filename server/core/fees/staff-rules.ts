/** What a change of the table of fee levels is. */
import type { Context } from '../decision';
import type { Facts, TakesTwo } from '../staff/rule';
import type { CoreView } from '../state';
import type { SetFeeTiers } from './commands';
import { tableAt } from './level';

export function changesFeeTiers(
  view: CoreView,
  { product, volumes }: SetFeeTiers,
  { at }: Readonly<Pick<Context, 'at'>>,
): Omit<TakesTwo, 'kind'> {
  const before = tableAt(view.fees[product].tables, at)?.volumes ?? [];
  const told = (of: readonly bigint[]): Facts => ({ product, volumes: of.join(' ') });
  return { subject: `fees/${product}`, user: null, before: told(before), after: told(volumes) };
}
