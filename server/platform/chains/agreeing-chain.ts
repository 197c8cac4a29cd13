/**
 * Two nodes of one network, of which the second is asked about every payment that the first one shows: who holds one of them, or
 * stands between it and the exchange, cannot make money that never moved. Where they disagree nothing goes on.
 */
import { ChainMismatch, ChainUnavailable, type ChainPort, type Payment } from './chain-port';

export function agreeingChain(
  first: ChainPort,
  second: Pick<ChainPort, 'facts' | 'transaction' | 'originOfPayment'>,
): ChainPort {
  const { chain } = first;

  /** What the second node shows of a transaction, which must hold each of these payments. */
  async function confirmed(transaction: string, payments: readonly Payment[]): Promise<number> {
    const seen = await second.transaction(transaction);
    const isShown = (payment: Payment): boolean => seen?.payments.some((other) => isSame(payment, other)) === true;
    if (!seen || seen.confirmations < 1 || !payments.every(isShown)) {
      throw new ChainUnavailable(`${chain}: the second node does not show transaction ${transaction}`);
    }
    return seen.confirmations;
  }

  return {
    ...first,
    async facts() {
      const [facts, others] = await Promise.all([first.facts(), second.facts()]);
      for (const [fact, expected] of Object.entries(facts)) {
        const found = others[fact] ?? 'unknown';
        if (found !== expected) throw new ChainMismatch(chain, fact, expected, found);
      }
      return facts;
    },
    async block(height, isWatched) {
      const block = await first.block(height, isWatched);
      for (const { transaction, ...payment } of block?.payments ?? []) await confirmed(transaction, [payment]);
      return block;
    },
    async transaction(id) {
      const found = await first.transaction(id);
      if (!found || found.confirmations < 1) return found;
      return { ...found, confirmations: Math.min(found.confirmations, await confirmed(id, found.payments)) };
    },
    async originOfPayment(id, output) {
      const [found, other] = await Promise.all([first.originOfPayment(id, output), second.originOfPayment(id, output)]);
      if (found?.minedAt !== other?.minedAt || found?.payers.join() !== other?.payers.join()) {
        throw new ChainUnavailable(`${chain}: the second node tells of another payer of transaction ${id}`);
      }
      return found;
    },
  };
}

function isSame(one: Payment, other: Payment): boolean {
  return (
    one.output === other.output &&
    one.asset === other.asset &&
    one.address === other.address &&
    one.amount === other.amount
  );
}
