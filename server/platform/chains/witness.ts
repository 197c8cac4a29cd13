/** Whether the second node of a network shows the same payment as the first, in the same block. */
import type { ChainPaymentRow } from '../database/wallet-tables';
import { arrivedOf } from './chain-amounts';
import { ChainUnavailable, type ChainPort, type SecondNode } from './chain-port';

/** `away` while it cannot tell: it does not answer, or has not come as far. `shown`: what it says in place of it. */
export type Witnessed = { says: 'same'; confirmations: number } | { says: 'other'; shown: string } | { says: 'away' };

type Told = Pick<ChainPaymentRow, 'reference' | 'height' | 'asset' | 'address' | 'amount' | 'dust'>;

interface Measures {
  /** Hash of the block in which the first node shows it. */
  block: string | null;
  /** Digits of the coin, of the network and of the exchange. */
  decimals: number;
  scale: number;
}

/** Null where there is nobody to ask. `block`: hash of the block in which the first node shows it. */
export async function witnessOf(
  { second, coins }: Pick<ChainPort, 'second' | 'coins'>,
  told: Told,
  block: string | null,
  scaleOf: (asset: string) => Promise<number | undefined>,
): Promise<Witnessed | null> {
  if (!second) return null;
  const scale = await scaleOf(told.asset);
  if (scale === undefined) return { says: 'away' };
  return witnessed(second, told, { block, decimals: coins.get(told.asset) ?? scale, scale });
}

/**
 * Up to which value (USDT units of scale 8) it is credited by this word; undefined: whatever it is worth. Above `agreeAbove` two nodes
 * agree; without it wherever there are two. What they contradict each other about is not credited, however little it is.
 */
export function aloneUpTo(word: Witnessed | null, agreeAbove: bigint | null): bigint | undefined {
  if (word === null) return agreeAbove ?? undefined;
  if (word.says === 'same') return undefined;
  return word.says === 'other' ? 0n : (agreeAbove ?? 0n);
}

async function witnessed(second: SecondNode, told: Told, measures: Measures): Promise<Witnessed> {
  try {
    return await ask(second, told, measures);
  } catch (error) {
    if (error instanceof ChainUnavailable) return { says: 'away' };
    throw error;
  }
}

async function ask(second: SecondNode, told: Told, { block, decimals, scale }: Measures): Promise<Witnessed> {
  const [, transaction, output] = told.reference.split('/');
  const seen = await second.transaction(transaction);
  const payment = seen?.payments.find((one) => one.output === output);
  const isShown = seen !== null && seen.confirmations > 0 && payment !== undefined;
  if (!isShown && (await second.tip()).height < told.height) return { says: 'away' };
  if (!isShown) return { says: 'other', shown: 'nothing' };
  if (seen.block !== block) return { says: 'other', shown: `block ${seen.block}` };
  const { amount, dust } = arrivedOf(payment.amount, decimals, scale);
  const isSame =
    payment.asset === told.asset &&
    payment.address === told.address &&
    amount.toString() === told.amount &&
    dust === told.dust;
  if (isSame) return { says: 'same', confirmations: seen.confirmations };
  return { says: 'other', shown: `${payment.amount} ${payment.asset} ${payment.address}` };
}
