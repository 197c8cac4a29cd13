/** Lines across an index chart for the user's open contracts. */
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

/** Entry and level lines; lines with the same price and title are merged. */
export function linesOf(contracts: readonly OpenOption[], titles: LineWords): IndexLine[] {
  const lines = contracts.flatMap(({ direction, entry, takeProfit, stopLoss }): IndexLine[] => [
    ...(entry ? [{ price: entry.price, title: titles.entry(direction), kind: direction }] : []),
    ...(takeProfit ? [{ price: takeProfit, title: titles.level('take_profit'), kind: 'take_profit' as const }] : []),
    ...(stopLoss ? [{ price: stopLoss, title: titles.level('stop_loss'), kind: 'stop_loss' as const }] : []),
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
