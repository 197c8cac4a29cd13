import { EMPTY, type Typed } from '../../../../shared/lib/numbers/typed';
import type { Rule } from '../../../../shared/ui/form/rules';

/** Server's words for its own codes. */
type Words = (kind: 'code' | 'field', code: string) => string;

/** What is wrong with an amount in the code of the exchange; null when nothing is. */
export type AmountJudge = (amount: string) => string | null;

export function positiveAmount(words: Words): Rule<Typed> {
  return judgedAmount(words, (amount) => (/[1-9]/.test(amount) ? null : 'amount.not.positive'));
}

/** Typed at all, a number, and nothing wrong with it by `judge`. */
export function judgedAmount(words: Words, judge: AmountJudge): Rule<Typed> {
  return (typed = EMPTY) => {
    if (typed.kind === 'empty') return words('field', 'required');
    // The field says so itself, and what was probably meant.
    if (typed.kind === 'refused') return '';
    const fault = judge(typed.decimal);
    return fault === null ? undefined : words('code', fault);
  };
}
