/** Whether the second node of a network shows the same payment as the first, in the same block. */
import type { ChainPaymentRow } from '../database/wallet-tables';
import { depositAmountOf } from './chain-amounts';
import { ChainUnavailable, type ChainPort, type SecondNode } from './chain-port';

/** `away` while it cannot tell: it does not answer or is behind. `shown`: its differing view. */
export type SecondNodeResult =
  { says: 'same'; confirmations: number } | { says: 'other'; shown: string } | { says: 'away' };

type ReportedPayment = Pick<ChainPaymentRow, 'reference' | 'height' | 'asset' | 'address' | 'amount' | 'dust'>;

interface PaymentMeasures {
  /** Hash of the block in which the first node shows it. */
  block: string | null;
  /** Decimals of the coin on the network and on the exchange. */
  decimals: number;
  scale: number;
}

/** Null without a second node. `block`: hash of the block in which the first node shows it. */
export async function checkWithSecondNode(
  { second, coins }: Pick<ChainPort, 'second' | 'coins'>,
  payment: ReportedPayment,
  block: string | null,
  scaleOf: (asset: string) => Promise<number | undefined>,
): Promise<SecondNodeResult | null> {
  if (!second) return null;
  const scale = await scaleOf(payment.asset);
  if (scale === undefined) return { says: 'away' };
  return compareOrAway(second, payment, { block, decimals: coins.get(payment.asset) ?? scale, scale });
}

/**
 * Value (USDT units of scale 8) up to which this witness alone permits a credit; undefined means no bound. Above `agreeAbove` two nodes
 * must agree; without it, wherever two exist. Contradicted payments are never credited, however small.
 */
export function aloneUpTo(result: SecondNodeResult | null, agreeAbove: bigint | null): bigint | undefined {
  if (result === null) return agreeAbove ?? undefined;
  if (result.says === 'same') return undefined;
  return result.says === 'other' ? 0n : (agreeAbove ?? 0n);
}

async function compareOrAway(
  secondNode: SecondNode,
  payment: ReportedPayment,
  measures: PaymentMeasures,
): Promise<SecondNodeResult> {
  try {
    return await compareWithSecondNode(secondNode, payment, measures);
  } catch (error) {
    if (error instanceof ChainUnavailable) return { says: 'away' };
    throw error;
  }
}

async function compareWithSecondNode(
  secondNode: SecondNode,
  reported: ReportedPayment,
  { block, decimals, scale }: PaymentMeasures,
): Promise<SecondNodeResult> {
  const [, transaction, output] = reported.reference.split('/');
  const found = await secondNode.transaction(transaction);
  const payment = found?.payments.find((one) => one.output === output);
  const isShown = found !== null && found.confirmations > 0 && payment !== undefined;
  if (!isShown && (await secondNode.tip()).height < reported.height) return { says: 'away' };
  if (!isShown) return { says: 'other', shown: 'nothing' };
  if (found.block !== block) return { says: 'other', shown: `block ${found.block}` };
  const { amount, dust } = depositAmountOf(payment.amount, decimals, scale);
  const isSame =
    payment.asset === reported.asset &&
    payment.address === reported.address &&
    amount.toString() === reported.amount &&
    dust === reported.dust;
  if (isSame) return { says: 'same', confirmations: found.confirmations };
  return { says: 'other', shown: `${payment.amount} ${payment.asset} ${payment.address}` };
}
