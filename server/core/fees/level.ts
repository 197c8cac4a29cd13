/** A member's fee level at a time. */
import type { Member } from '../member/member';
import type { CoreView } from '../state';
import type { FeeProduct, FeeTable, MemberFees } from './state';

/** Milliseconds into the day after the closed one: time to calculate and announce the levels. */
export const LEVELS_FROM_MS = 4 * 3_600_000;

type MemberWithLevels = {
  readonly floor: Member['floor'];
  readonly fees: Readonly<Record<FeeProduct, LevelView | null>>;
};
type LevelView = { readonly level: number; readonly next: Readonly<MemberFees['next']> };

/** Returns the level by which a user is charged in a product's markets; non-members have the initial level. */
export function levelAt({ members, fees }: CoreView, user: number, product: FeeProduct, at: number): number {
  const member = members.get(user);
  return member ? feeLevelAt(member, feeProductInEffect(fees, product, at), at) : 0;
}

type Tables = { readonly tables: readonly Pick<FeeTable, 'from'>[] };

/**
 * Returns the product whose levels its markets use. Before perpetuals had levels they used those of spot, until their
 * first table is in effect. Charges therefore follow from the journal alone, for any version that wrote it.
 */
export function feeProductInEffect(
  fees: Readonly<Record<FeeProduct, Tables>>,
  product: FeeProduct,
  at: number,
): FeeProduct {
  return tableAt(fees[product].tables, at) === null ? 'spot' : product;
}

/** The higher of the level by volume of that product and the minimum level from staff, both at that time. */
export function feeLevelAt({ floor, fees }: MemberWithLevels, product: FeeProduct, at: number): number {
  return effectiveLevel(floor, fees[product], at);
}

export function effectiveLevel(floor: Member['floor'], memberFees: LevelView | null, at: number): number {
  const byVolume =
    memberFees === null
      ? 0
      : memberFees.next !== null && at >= memberFees.next.from
        ? memberFees.next.level
        : memberFees.level;
  return Math.max(byVolume, levelFloorAt(floor, at));
}

export function levelFloorAt(floor: Member['floor'], at: number): number {
  return floor !== null && (floor.until === null || at < floor.until) ? floor.level : 0;
}

/** The table in effect at a time; null before the first. */
export function tableAt<T extends Pick<FeeTable, 'from'>>(tables: readonly T[], at: number): T | null {
  let found: T | null = null;
  for (const table of tables) if (table.from <= at) found = table;
  return found;
}

/** Returns the highest level whose volume is reached. */
export function levelOf(volumes: readonly bigint[], volume: bigint): number {
  let level = 0;
  while (level + 1 < volumes.length && volumes[level + 1] <= volume) level++;
  return level;
}
