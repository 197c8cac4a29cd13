/** Staff rules of commands about small balances. */
import { changeOf, staffRule } from '../../../core/staff/rule';
import type { FundDust, SetDustTerms } from './commands';

export const dustTermsRule = staffRule(
  'markets',
  ['brake', 'change'],
  'One takes no more small balances: nothing is owed for any.',
  ({ convert: { terms } }, command: SetDustTerms) => {
    const { state, dailyMax } = command;
    const closes = terms?.state === 'open' && state === 'closed' && dailyMax === terms.dailyMax;
    if (closes) return { kind: 'brake', subject: 'convert/dust', undo: { ...command, state: terms.state } };
    return { kind: 'change', subject: 'convert/dust', ...changeOf(terms ?? undefined, { state, dailyMax }) };
  },
);

export const fundDustRule = staffRule(
  'recharges',
  ['money'],
  "It stays the house's own, from one pool to another.",
  (_view, command: FundDust) => ({
    kind: 'money',
    subject: `pool/dust/${command.asset}`,
    ...changeOf(undefined, command),
  }),
);
