/** What staff's commands about financial products take. */
import { known } from '../folding';
import { changeOf, staffRule, type TakesTwo } from '../staff/rule';
import type { CoreView } from '../state';
import type { FundFinancial, SetFinancialState, SetFinancialTerms } from './commands';

export function changesFinancialTerms({ financial }: CoreView, command: SetFinancialTerms): Omit<TakesTwo, 'kind'> {
  const { product } = command;
  return { subject: `earn/${product}/terms`, ...changeOf(financial.products.get(product)?.terms, command) };
}

export const OFF_SALE =
  'One takes a product off sale: what was bought goes on. Two put it on sale at once: its terms have waited.';

export const financialStateRule = staffRule(
  ['brake', 'restore'],
  OFF_SALE,
  ({ financial }, command: SetFinancialState) => {
    const { product, state } = command;
    const { state: now } = known(financial.products, product);
    const subject = `earn/${product}`;
    if (state === 'closed') return { kind: 'brake', subject, undo: { ...command, state: now } };
    return { kind: 'restore', subject, ...changeOf({ product, state: now }, { product, state }) };
  },
);

export const fundFinancialRule = staffRule(
  ['money'],
  "It stays the house's own, from one pool to another.",
  (_view, command: FundFinancial) => ({
    kind: 'money',
    subject: `pool/earn/${command.asset}`,
    ...changeOf(undefined, command),
  }),
);
