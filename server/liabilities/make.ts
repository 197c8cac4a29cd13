/** The trees over what users have, and what is published of them. */
import type { LiabilitiesOfAsset } from '../../shared/proof/heads';
import {
  holdingsOf,
  LIABILITIES_FORM,
  PARTS,
  rootOf,
  treeOf,
  type Leaf,
  type LeafOwner,
  type LiabilitiesForm,
} from '../../shared/proof/liabilities';
import { sha256 } from '../heads/ed25519';
import type { AssetTree } from './tree-files';

/** A keyed hash of a text, in hex: nobody else can make it, and it is the same whenever it is asked for, so that nothing needs to be kept. */
export type Mac = (text: string) => string;

/** Of all that the keyed hashes are made for here. */
export const MAC_CONTEXT = 'liabilities';

/** Its keyed hash is secret to the user. */
export function saltText({ user, part }: LeafOwner, asset: string, position: number): string {
  return `${user}/${asset}/${position}${part === null ? '' : `/${part}`}`;
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
  mac: Mac,
  form: LiabilitiesForm = LIABILITIES_FORM,
): Promise<Liabilities> {
  const made: Liabilities = { assets: [], trees: [] };
  for (const [asset, { users, house, custody }] of holdingsOf({ balances: new Map(balances) })) {
    const owed = [...users].filter(([, sum]) => sum > 0n);
    const leaves = owed
      .flatMap(([user, sum]) =>
        partsOf(user, sum, form === 1 ? null : mac(`${user}/${asset}/${position}/split`)).map((leaf): Leaf => ({
          ...leaf,
          salt: mac(saltText(leaf, asset, position)),
        })),
      )
      .sort(byPartAndSalt);
    const levels = await treeOf({ core, asset, position }, leaves, sha256);
    const { hash, sum } = rootOf(levels);
    if (sum + house + custody !== 0n) throw new Error(`${asset} does not foot: ${sum} + ${house} + ${custody}`);
    const stated = { users: owed.length, sum: `${sum}`, root: hash, house: `${house}`, custody: `${custody}` };
    made.assets.push({ asset, scale: scaleOf(asset), ...stated });
    made.trees.push({ asset, leaves, levels });
  }
  return made;
}

/** Within a part by what nobody knows: a neighbour on a path says nothing about who it is. */
function byPartAndSalt(one: Leaf, other: Leaf): number {
  return (one.part ?? 0) - (other.part ?? 0) || (one.salt < other.salt ? -1 : 1);
}

/** Digits of the keyed hash for one cut: far more than any balance has. */
const CUT_DIGITS = 20;
const CUT_BITS = 80n;

/**
 * What a user has, cut at places that nobody can know: parts of zero or more units. None is all of it where there are two units at
 * least. Whole where there is nothing to cut by.
 */
export function partsOf(user: number, sum: bigint, random: string | null): Omit<Leaf, 'salt'>[] {
  if (random === null) return [{ user, part: null, sum }];
  const cuts = Array.from({ length: PARTS - 1 }, (_, index) => {
    const drawn = BigInt(`0x${random.slice(index * CUT_DIGITS, (index + 1) * CUT_DIGITS)}`);
    return 1n + (((sum - 1n) * drawn) >> CUT_BITS);
  }).sort((one, other) => (one < other ? -1 : 1));
  const ends = [...cuts, sum];
  return ends.map((end, index) => ({ user, part: index + 1, sum: end - (ends[index - 1] ?? 0n) }));
}
