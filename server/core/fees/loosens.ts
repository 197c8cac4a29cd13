/** Whether a table of levels lets anybody pay less than the present one. */
import type { Facts, NeedsTwo } from '../product';
import type { CoreView } from '../state';
import type { SetFeeTiers } from './commands';
import { tableAt } from './level';

export function loosensFeeTiers(
  view: CoreView,
  command: SetFeeTiers,
  { at }: { readonly at: number },
): NeedsTwo | null {
  const { product, volumes } = command;
  const before = tableAt(view.fees[product].tables, at)?.volumes ?? [];
  const isTighter = volumes.length <= before.length && volumes.every((volume, level) => volume >= before[level]);
  if (isTighter) return null;
  const told = (of: readonly bigint[]): Facts => ({ product, volumes: of.join(' ') });
  return { user: null, waits: true, before: told(before), after: told(volumes) };
}
