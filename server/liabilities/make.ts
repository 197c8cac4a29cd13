/** The trees over what users have, and what is published of them. */
import type { LiabilitiesOfAsset } from '../../shared/proof/heads';
import { holdingsOf, rootOf, treeOf, type Leaf } from '../../shared/proof/liabilities';
import { sha256 } from '../heads/ed25519';
import type { AssetTree } from './tree-files';

/** Secret to the user, the same whenever it is asked for: a keyed hash, so that nothing needs to be kept. */
export type SaltOf = (user: number, asset: string, position: number) => string;

export const SALT_CONTEXT = 'liabilities';

export function saltText(user: number, asset: string, position: number): string {
  return `${user}/${asset}/${position}`;
}

export interface Liabilities {
  assets: LiabilitiesOfAsset[];
  trees: AssetTree[];
}

/** @throws where a user's account is below zero, or an asset does not foot */
export async function makeLiabilities(
  balances: ReadonlyMap<string, bigint>,
  scaleOf: (asset: string) => number,
  { core, position }: { core: string; position: number },
  saltOf: SaltOf,
): Promise<Liabilities> {
  const made: Liabilities = { assets: [], trees: [] };
  for (const [asset, { users, house, custody }] of holdingsOf({ balances: new Map(balances) })) {
    const leaves = [...users]
      .filter(([, sum]) => sum > 0n)
      .map(([user, sum]): Leaf => ({ user, sum, salt: saltOf(user, asset, position) }))
      // By what nobody knows: a neighbour on a path says nothing about who it is.
      .sort((one, other) => (one.salt < other.salt ? -1 : 1));
    const levels = await treeOf({ core, asset, position }, leaves, sha256);
    const { hash, sum } = rootOf(levels);
    if (sum + house + custody !== 0n) throw new Error(`${asset} does not foot: ${sum} + ${house} + ${custody}`);
    const stated = { users: leaves.length, sum: `${sum}`, root: hash, house: `${house}`, custody: `${custody}` };
    made.assets.push({ asset, scale: scaleOf(asset), ...stated });
    made.trees.push({ asset, users: leaves.map(({ user }) => user), levels });
  }
  return made;
}
