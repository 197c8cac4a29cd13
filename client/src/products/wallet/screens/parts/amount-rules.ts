import { EMPTY, type Typed } from '../../../../kit/lib/numbers/typed';
import type { Rule } from '../../../../kit/ui/form/rules';

/** The server's texts for its codes. */
type Words = (kind: 'code' | 'field', code: string) => string;

/** Returns the server's code for a faulty amount, else null. */
export type AmountJudge = (amount: string) => string | null;

export function positiveAmount(words: Words): Rule<Typed> {
  return judgedAmount(words, (amount) => (/[1-9]/.test(amount) ? null : 'amount.not.positive'));
}

/** Requires an amount that is a number and passes `judge`. */
export function judgedAmount(words: Words, judge: AmountJudge): Rule<Typed> {
  return (typed = EMPTY) => {
    if (typed.kind === 'empty') return words('field', 'required');
    // The field shows that fault itself, with a suggestion.
    if (typed.kind === 'refused') return '';
    const fault = judge(typed.decimal);
    return fault === null ? undefined : words('code', fault);
  };
}
