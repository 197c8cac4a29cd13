/** Ledger movements of a second contract: the stake at purchase, and the whole stake at the end, to the unit. */
import { payoutFor, type Payout } from '../rules/settlement';
import type { ProofBatch } from '../../../proof/batches';
import { refuse } from '../../../proof/refusal';
import { entriesOf, type Bought, type CertificateStatement } from './statement';

interface Entry {
  kind: string;
  debit: string;
  credit: string;
  amount: bigint;
  hold?: number;
}

export function checkPayment(
  { bought, result }: CertificateStatement,
  contract: number,
  batches: readonly ProofBatch[],
  elapsedMs: number,
): void {
  const { stake, fee, payoutPpb, durationMs, user, asset } = bought;
  const terms = { stake: BigInt(stake), fee: BigInt(fee), payoutPpb, durationMs };
  const { end } = result;
  const isBack = end === 'refunded' || end === 'cancelled' || end === 'tie';
  const payout = payoutFor(terms, isBack ? 'tie' : end, elapsedMs);
  const isGain = end === 'won' || end === 'take_profit';
  const expectedPaid = payout.returnedStake + payout.income - (isGain ? payout.fee : 0n);
  const isSame =
    result.paid === `${expectedPaid}` && result.income === `${payout.income}` && result.fee === `${payout.fee}`;
  if (!isSame || result.received !== `${expectedPaid}`) refuse('payment', result.position);

  const atPurchase = entriesOf(batches, 'OptionBought', contract);
  const hold = (atPurchase[0] as { hold?: unknown } | undefined)?.hold;
  if (typeof hold !== 'number') refuse('payment', bought.position);
  const [available, locked] = [`${user}/option/${asset}/available`, `${user}/option/${asset}/locked`];
  const bringing = { kind: 'option_buy', debit: available, credit: locked, amount: terms.stake, hold };
  if (!areSame(atPurchase, [bringing])) refuse('payment', bought.position);
  const settlementEntries = endingEntries(bought, payout, { isBack, isGain, available, locked, hold });
  if (!areSame(entriesOf(batches, 'OptionSettled', contract), settlementEntries)) refuse('payment', result.position);
}

interface Sides {
  isBack: boolean;
  isGain: boolean;
  available: string;
  locked: string;
  hold: number;
}

/** In the order in which the core posts them. */
function endingEntries({ asset }: Bought, { returnedStake, income, fee, houseShare }: Payout, sides: Sides): Entry[] {
  const { isBack, isGain, available, locked, hold } = sides;
  const [house, fees] = [`house/option/${asset}`, `house/fees/${asset}`];
  return [
    { kind: isBack ? 'option_refund' : 'option_return', debit: locked, credit: available, amount: returnedStake, hold },
    { kind: 'option_income', debit: house, credit: available, amount: income },
    isGain
      ? { kind: 'option_fee', debit: available, credit: fees, amount: fee }
      : { kind: 'option_lost_fee', debit: locked, credit: fees, amount: fee, hold },
    { kind: 'option_lost', debit: locked, credit: house, amount: houseShare, hold },
  ].filter(({ amount }) => amount > 0n);
}

function areSame(found: readonly unknown[], expected: readonly Entry[]): boolean {
  return JSON.stringify(found) === JSON.stringify(expected.map((entry) => ({ ...entry, amount: `${entry.amount}` })));
}
