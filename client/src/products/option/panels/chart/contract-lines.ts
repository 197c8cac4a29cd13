/** What of the user's open contracts is drawn across the chart of their index. */
import type { OpenOption } from '../../../../../../shared/products/option/stream';

export interface IndexLine {
  price: string;
  title: string;
  kind: 'up' | 'down' | 'take_profit' | 'stop_loss';
}

export interface DrawnContract {
  isUp: boolean;
  enteredAt: number | null;
  endsAt: number | null;
}

export interface LineWords {
  entry: (direction: 'up' | 'down') => string;
  level: (kind: 'take_profit' | 'stop_loss') => string;
}

/** Entries of those that have one, and their levels; of two at the same price with the same words one is enough. */
export function linesOf(contracts: readonly OpenOption[], words: LineWords): IndexLine[] {
  const lines = contracts.flatMap(({ direction, entry, takeProfit, stopLoss }): IndexLine[] => [
    ...(entry ? [{ price: entry.price, title: words.entry(direction), kind: direction }] : []),
    ...(takeProfit ? [{ price: takeProfit, title: words.level('take_profit'), kind: 'take_profit' as const }] : []),
    ...(stopLoss ? [{ price: stopLoss, title: words.level('stop_loss'), kind: 'stop_loss' as const }] : []),
  ]);
  const byName = new Map(lines.map((line) => [`${line.kind} ${line.price}`, line]));
  return [...byName.values()];
}

export function drawnContracts(contracts: readonly OpenOption[]): DrawnContract[] {
  return contracts.map(({ direction, entry, endsAt }) => ({
    isUp: direction === 'up',
    enteredAt: entry?.at ?? null,
    endsAt,
  }));
}
