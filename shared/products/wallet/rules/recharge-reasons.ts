/**
 * Why a deposit is never credited, as its owner reads it. The journal says `amount.too.large` of more than all of a coin that the
 * exchange can owe; as an answer that asks for a smaller amount, and a deposit was sent already.
 */
export function rechargeReasonOf<Reason extends string | null>(reason: Reason): Reason | 'recharge.too.large' {
  return reason === 'amount.too.large' ? 'recharge.too.large' : reason;
}
