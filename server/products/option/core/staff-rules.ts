/** Staff rules of commands about second contracts. */
import { getOrThrow } from '../../../core/evolve-helpers';
import { changeOf, staffRule, type TwoPersonApproval } from '../../../core/staff/rule';
import type { CoreView } from '../../../core/state';
import type { FundOptions, SetOptionState, SetOptionTerms } from './commands';

export function optionTermsApproval({ options }: CoreView, command: SetOptionTerms): Omit<TwoPersonApproval, 'kind'> {
  const { symbol } = command;
  return { subject: `option/${symbol}/terms`, ...changeOf(options.products.get(symbol)?.terms, command) };
}

export const optionStateRule = staffRule(
  'markets',
  ['brake', 'restore'],
  'One takes a product off sale: open contracts go on. Two put it on sale at once: its terms have waited.',
  ({ options }, command: SetOptionState) => {
    const { symbol, state } = command;
    const { state: currentState } = getOrThrow(options.products, symbol);
    const subject = `option/${symbol}`;
    if (state === 'closed') return { kind: 'brake', subject, undo: { ...command, state: currentState } };
    return { kind: 'restore', subject, ...changeOf({ symbol, state: currentState }, { symbol, state }) };
  },
);

export const fundOptionsRule = staffRule(
  'recharges',
  ['money'],
  "It stays the house's own, from one pool to another.",
  (_view, command: FundOptions) => ({
    kind: 'money',
    subject: `pool/option/${command.asset}`,
    ...changeOf(undefined, command),
  }),
);
