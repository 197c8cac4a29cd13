/** Staff rules of commands about robots. */
import { changeOf, staffRule } from '../../../core/staff/rule';
import type { SetRobotTerms } from './commands';

export const robotTermsRule = staffRule(
  'markets',
  ['brake', 'change'],
  'One keeps new robots from a market: those that run go on.',
  ({ robots }, command: SetRobotTerms) => {
    const { market, state, amountMin, userMax } = command;
    const currentTerms = robots.terms.get(market);
    const closes =
      currentTerms?.state === 'open' &&
      state === 'closed' &&
      amountMin === currentTerms.amountMin &&
      userMax === currentTerms.userMax;
    if (closes) return { kind: 'brake', subject: `robots/${market}`, undo: { ...command, state: currentTerms.state } };
    return { kind: 'change', subject: `robots/${market}`, ...changeOf(currentTerms, command) };
  },
);
