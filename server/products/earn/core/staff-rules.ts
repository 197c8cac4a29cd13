/** Staff rules of commands about financial products and mining. */
import { getOrThrow } from '../../../core/evolve-helpers';
import { changeOf, staffRule, type TwoPersonApproval } from '../../../core/staff/rule';
import type { CoreView } from '../../../core/state';
import type { FundFinancial, SetFinancialState, SetFinancialTerms, SetMiningState, SetMiningTerms } from './commands';
import { kindOf, type EarnProduct } from './state';

const SUBJECTS = { financial: 'earn', mining: 'mining' } as const;

export function earnTermsApproval(
  view: CoreView,
  command: SetFinancialTerms | SetMiningTerms,
): Omit<TwoPersonApproval, 'kind'> {
  const { product } = command;
  const kind = kindOf(command);
  const subject = `${SUBJECTS[kind]}/${product}/terms`;
  return { subject, ...changeOf(view[kind].products.get(product)?.terms, command) };
}

export const stateRule = staffRule(
  'markets',
  ['brake', 'restore'],
  'One takes a product off sale: what was bought goes on. Two put it on sale at once: its terms have waited.',
  (view, command: SetFinancialState | SetMiningState) => {
    const { product, state } = command;
    const kind = kindOf(command);
    const { state: currentState } = getOrThrow<string, Pick<EarnProduct, 'state'>>(view[kind].products, product);
    const subject = `${SUBJECTS[kind]}/${product}`;
    if (state === 'closed') return { kind: 'brake', subject, undo: { ...command, state: currentState } };
    return { kind: 'restore', subject, ...changeOf({ product, state: currentState }, { product, state }) };
  },
);

export const fundFinancialRule = staffRule(
  'recharges',
  ['money'],
  "It stays the house's own, from one pool to another.",
  (_view, command: FundFinancial) => ({
    kind: 'money',
    subject: `pool/earn/${command.asset}`,
    ...changeOf(undefined, command),
  }),
);
