/** By which level a member trades at a time. */
import type { Member } from '../member/member';
import type { FeeProduct, FeeTable, MemberFees } from './state';

/** Of the day behind the one that was closed: time for it to be reckoned, and for everybody to see what comes. */
export const LEVELS_FROM_MS = 4 * 3_600_000;

type Levelled = { readonly floor: Member['floor']; readonly fees: Readonly<Record<FeeProduct, LevelView | null>> };
type LevelView = { readonly level: number; readonly next: Readonly<MemberFees['next']> };

/** The higher one of what volume gives and what staff gave, each as of that time. */
export function feeLevelAt({ floor, fees }: Levelled, product: FeeProduct, at: number): number {
  const own = fees[product];
  const byVolume = own === null ? 0 : own.next !== null && at >= own.next.from ? own.next.level : own.level;
  return Math.max(byVolume, floorAt(floor, at));
}

export function floorAt(floor: Member['floor'], at: number): number {
  return floor !== null && (floor.until === null || at < floor.until) ? floor.level : 0;
}

/** The table in effect at a time; null before the first. */
export function tableAt<T extends Pick<FeeTable, 'from'>>(tables: readonly T[], at: number): T | null {
  let found: T | null = null;
  for (const table of tables) if (table.from <= at) found = table;
  return found;
}

/** The highest level whose volume is reached. */
export function levelOf(volumes: readonly bigint[], volume: bigint): number {
  let level = 0;
  while (level + 1 < volumes.length && volumes[level + 1] <= volume) level++;
  return level;
}
