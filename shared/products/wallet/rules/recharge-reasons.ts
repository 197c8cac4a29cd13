/**
 * Reason why a deposit is never credited, as its owner reads it. The journal has `amount.too.large` for a deposit
 * beyond the maximum amount of a coin that the exchange can owe. As an answer that code asks for a smaller amount, but
 * the deposit was already sent.
 */
export function rechargeReasonOf<Reason extends string | null>(reason: Reason): Reason | 'recharge.too.large' {
  return reason === 'amount.too.large' ? 'recharge.too.large' : reason;
}
