import { EMPTY, type Typed } from '../../../../kit/lib/numbers/typed';
import type { Rule } from '../../../../kit/ui/form/rules';

/** The server's texts for its codes. */
type Words = (kind: 'code' | 'field', code: string) => string;

/** Returns the server's code for a faulty amount, else null. */
export type AmountJudge = (amount: string) => string | null;

export function positiveAmount(serverText: Words): Rule<Typed> {
  return judgedAmount(serverText, (amount) => (/[1-9]/.test(amount) ? null : 'amount.not.positive'));
}

/** Requires an amount that is a number and passes `judge`. */
export function judgedAmount(serverText: Words, judge: AmountJudge): Rule<Typed> {
  return (input = EMPTY) => {
    if (input.kind === 'empty') return serverText('field', 'required');
    // The field shows that fault itself, with a suggestion.
    if (input.kind === 'refused') return '';
    const errorCode = judge(input.decimal);
    return errorCode === null ? undefined : serverText('code', errorCode);
  };
}
