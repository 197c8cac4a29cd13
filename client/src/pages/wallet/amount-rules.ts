import type { Rule } from 'antd/es/form';
import { EMPTY, type Typed } from '../../shared/lib/typed';

/** Server's words for its own codes. */
type Words = (kind: 'code' | 'field', code: string) => string;

/** What is wrong with an amount in the code of the exchange; null when nothing is. */
export type AmountJudge = (amount: string) => string | null;

export function positiveAmount(words: Words): Rule {
  return judgedAmount(words, (amount) => (/[1-9]/.test(amount) ? null : 'amount.not.positive'));
}

/** Typed at all, a number, and nothing wrong with it by `judge`. */
export function judgedAmount(words: Words, judge: AmountJudge): Rule {
  const wrong = (text: string) => Promise.reject(new Error(text));
  return {
    validator: (_, typed: Typed = EMPTY) => {
      if (typed.kind === 'empty') return wrong(words('field', 'required'));
      // The field says so itself, and what was probably meant.
      if (typed.kind === 'refused') return wrong('');
      const fault = judge(typed.decimal);
      return fault === null ? Promise.resolve() : wrong(words('code', fault));
    },
  };
}
