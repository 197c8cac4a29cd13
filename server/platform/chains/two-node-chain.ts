/**
 * Combines two nodes of one network, so that one compromised node or connection cannot fake payments. Incoming payments are read from the
 * first node; before crediting them, the second is asked (`second`). Outgoing payments and the settled height need both nodes to agree.
 */
import {
  ChainMismatch,
  ChainUnavailable,
  type ChainPort,
  type ChainHoldings,
  type Payment,
  type SentByContracts,
} from './chain-port';

export type SecondChainPort = Pick<
  ChainPort,
  'facts' | 'final' | 'held' | 'settled' | 'sentByContracts' | 'tip' | 'transaction' | 'originOfPayment'
>;

export function twoNodeChain(firstNode: ChainPort, secondNode: SecondChainPort): ChainPort {
  const { chain } = firstNode;

  /** Returns the second node's confirmations of a transaction, which must contain each of these payments. */
  async function confirmed(transaction: string, block: string | null, payments: readonly Payment[]): Promise<number> {
    const found = await secondNode.transaction(transaction);
    const isShown = (payment: Payment): boolean => found?.payments.some((other) => isSame(payment, other)) === true;
    if (!found || found.confirmations < 1 || found.block !== block || !payments.every(isShown)) {
      throw new ChainUnavailable(`${chain}: the second node does not show transaction ${transaction}`);
    }
    return found.confirmations;
  }

  /**
   * Holdings from both nodes at the same block: the lower of their final blocks. Nodes without that notion are compared
   * only at an equal newest block.
   */
  async function readHoldings(addresses: readonly string[]): Promise<ChainHoldings | null> {
    if (!firstNode.held || !secondNode.held) return null;
    const finals = await Promise.all([firstNode.final(), secondNode.final()]);
    const [one, other] = finals;
    const commonBlock = one && other ? (one.height < other.height ? one : other) : undefined;
    const [firstHoldings, secondHoldings] = await Promise.all([
      firstNode.held(addresses, commonBlock),
      secondNode.held(addresses, commonBlock),
    ]);
    if (firstHoldings === null || secondHoldings === null) return null;
    if (firstHoldings.block.hash !== secondHoldings.block.hash) {
      throw new ChainUnavailable(
        `${chain}: the nodes look at blocks ${firstHoldings.block.height} and ${secondHoldings.block.height}`,
      );
    }
    return { ...firstHoldings, others: secondHoldings.amounts };
  }

  /** The amount if both report the same; null if one of them cannot tell. */
  async function sentByContracts(id: string, address: string): Promise<SentByContracts | null> {
    if (!firstNode.sentByContracts || !secondNode.sentByContracts) return null;
    const [firstResult, secondResult] = await Promise.all([
      firstNode.sentByContracts(id, address),
      secondNode.sentByContracts(id, address),
    ]);
    if (firstResult === null || secondResult === null) return null;
    if (
      firstResult.asset !== secondResult.asset ||
      firstResult.amount !== secondResult.amount ||
      firstResult.payers.join() !== secondResult.payers.join()
    ) {
      throw new ChainUnavailable(`${chain}: the second node tells of other calls within transaction ${id}`);
    }
    return firstResult;
  }

  return {
    ...firstNode,
    second: secondNode,
    sentByContracts: firstNode.sentByContracts && sentByContracts,
    held: firstNode.held && secondNode.held && readHoldings,
    async facts() {
      // An unreachable second node contributes no facts; its view of a payment is queried again later.
      const [firstFacts, secondFacts] = await Promise.all([
        firstNode.facts(),
        secondNode.facts().catch(nullIfUnavailable),
      ]);
      for (const [factName, expected] of Object.entries(secondFacts === null ? {} : firstFacts)) {
        const found = secondFacts?.[factName] ?? 'unknown';
        if (found !== expected) throw new ChainMismatch(chain, factName, expected, found);
      }
      return firstFacts;
    },
    async settled() {
      const [one, other] = await Promise.all([firstNode.settled(), secondNode.settled().catch(nullIfUnavailable)]);
      return one === null || other === null ? null : Math.min(one, other);
    },
    async transaction(id) {
      const found = await firstNode.transaction(id);
      if (!found || found.confirmations < 1) return found;
      return {
        ...found,
        confirmations: Math.min(found.confirmations, await confirmed(id, found.block, found.payments)),
      };
    },
    async originOfPayment(id, output) {
      const [found, other] = await Promise.all([
        firstNode.originOfPayment(id, output),
        secondNode.originOfPayment(id, output),
      ]);
      if (found?.minedAt !== other?.minedAt || found?.payers.join() !== other?.payers.join()) {
        throw new ChainUnavailable(`${chain}: the second node tells of another payer of transaction ${id}`);
      }
      return found;
    },
  };
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof ChainUnavailable && !(error instanceof ChainMismatch)) return null;
  throw error;
}

function isSame(one: Payment, other: Payment): boolean {
  return (
    one.output === other.output &&
    one.asset === other.asset &&
    one.address === other.address &&
    one.amount === other.amount
  );
}
