/** Terms of a withdrawal before it is sent: the server's own rules in the same order. */
import type { RejectionCode } from '../../../../../shared/rules/codes';
import { VALUE_SCALE } from '../../../../../shared/rules/valuation';
import type { WithdrawalQuote } from '../../../../../shared/products/wallet/wire';
import { compare, productOf, roundedUp, sumOf } from '../../../kit/lib/numbers/exact';

export interface WithdrawalTerms {
  /** Amount that arrives. */
  received: string;
  /** Amount plus fee, as taken from the account. */
  debitAmount: string;
  /** Value counted toward the limit, in USDT, rounded up; null if the asset has no price. */
  value: string | null;
}

export type TermsFault = Extract<
  RejectionCode,
  | 'amount.not.positive'
  | 'withdrawal.too.small'
  | 'balance.insufficient'
  | 'withdrawal.not.final'
  | 'withdrawal.not.valued'
  | 'withdrawal.limit.exceeded'
>;

type Quote = Pick<WithdrawalQuote, 'available' | 'notFinal' | 'fee' | 'minimum' | 'price' | 'limitLeft'>;

/** `amount` is a plain decimal. */
export function withdrawalTerms(amount: string, { fee, price }: Pick<Quote, 'fee' | 'price'>): WithdrawalTerms {
  return {
    received: amount,
    debitAmount: sumOf([amount, fee]),
    value: price === null ? null : roundedUp(productOf(amount, price), VALUE_SCALE),
  };
}

/** Whether the server requires the owner of the address. A value without a price counts as above the threshold. */
export function isBeneficiaryAsked(
  amount: string | null,
  quote: Pick<WithdrawalQuote, 'chain' | 'fee' | 'price' | 'beneficiaryAbove'>,
): boolean {
  if (amount === null || quote.chain === null) return false;
  const { value } = withdrawalTerms(amount, quote);
  return value === null || compare(value, quote.beneficiaryAbove) > 0;
}

/** First fault of the amount as far as the page knows; null if there is none. */
export function amountFault(amount: string, quote: Quote): TermsFault | null {
  const { debitAmount, value } = withdrawalTerms(amount, quote);
  if (compare(amount, '0') <= 0) return 'amount.not.positive';
  if (compare(amount, quote.minimum) < 0) return 'withdrawal.too.small';
  if (compare(debitAmount, quote.available) > 0) return 'balance.insufficient';
  if (compare(sumOf([debitAmount, quote.notFinal]), quote.available) > 0) return 'withdrawal.not.final';
  if (value === null) return 'withdrawal.not.valued';
  return compare(value, quote.limitLeft) > 0 ? 'withdrawal.limit.exceeded' : null;
}
