/** By which level a member trades at a time. */
import type { Member } from '../member/member';
import type { CoreView } from '../state';
import type { FeeProduct, FeeTable, MemberFees } from './state';

/** Of the day behind the one that was closed: time for it to be reckoned, and for everybody to see what comes. */
export const LEVELS_FROM_MS = 4 * 3_600_000;

type Levelled = { readonly floor: Member['floor']; readonly fees: Readonly<Record<FeeProduct, LevelView | null>> };
type LevelView = { readonly level: number; readonly next: Readonly<MemberFees['next']> };

/** By which level somebody is charged in markets of a product; who is no member, by that where everybody begins. */
export function levelAt({ members, fees }: CoreView, user: number, product: FeeProduct, at: number): number {
  const member = members.get(user);
  return member ? feeLevelAt(member, chargedBy(fees, product, at), at) : 0;
}

type Tables = { readonly tables: readonly Pick<FeeTable, 'from'>[] };

/**
 * Whose levels the markets of a product go by. Before there were any of contracts they went by those of spot, and go on doing so
 * until their first table is in effect: what was charged follows from the journal alone, whatever version wrote it.
 */
export function chargedBy(fees: Readonly<Record<FeeProduct, Tables>>, product: FeeProduct, at: number): FeeProduct {
  return tableAt(fees[product].tables, at) === null ? 'spot' : product;
}

/** The higher one of what volume of that product gives and what staff gave for all, each as of that time. */
export function feeLevelAt({ floor, fees }: Levelled, product: FeeProduct, at: number): number {
  return levelFrom(floor, fees[product], at);
}

export function levelFrom(floor: Member['floor'], own: LevelView | null, at: number): number {
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
