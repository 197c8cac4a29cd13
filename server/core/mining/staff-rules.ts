/** What staff's commands about mining take. */
import { OFF_SALE } from '../earn/staff-rules';
import { known } from '../folding';
import { changeOf, staffRule, type TakesTwo } from '../staff/rule';
import type { CoreView } from '../state';
import type { SetMiningState, SetMiningTerms } from './commands';

export function changesMiningTerms({ mining }: CoreView, command: SetMiningTerms): Omit<TakesTwo, 'kind'> {
  const { product } = command;
  return { subject: `mining/${product}/terms`, ...changeOf(mining.products.get(product)?.terms, command) };
}

export const miningStateRule = staffRule(['brake', 'restore'], OFF_SALE, ({ mining }, command: SetMiningState) => {
  const { product, state } = command;
  const { state: now } = known(mining.products, product);
  const subject = `mining/${product}`;
  if (state === 'closed') return { kind: 'brake', subject, undo: { ...command, state: now } };
  return { kind: 'restore', subject, ...changeOf({ product, state: now }, { product, state }) };
});
