import type { Rule } from 'antd/es/form';
import { canonical } from '../../shared/lib/typed';

/** Server's words for its own codes. */
type Words = (kind: 'code' | 'field', code: string) => string;

/** What is wrong with an amount in the code of the exchange; null when nothing is. */
export type AmountJudge = (amount: string) => string | null;

export function positiveAmount(words: Words): Rule {
  return judgedAmount(words, (amount) => (/[1-9]/.test(amount) ? null : 'amount.not.positive'));
}

/** Typed at all, and nothing wrong with it by `judge`. */
export function judgedAmount(words: Words, judge: AmountJudge): Rule {
  return {
    validator: (_, text: string = '') => {
      const amount = canonical(text);
      if (amount === null) return Promise.reject(new Error(words('field', 'required')));
      const fault = judge(amount);
      return fault === null ? Promise.resolve() : Promise.reject(new Error(words('code', fault)));
    },
  };
}
