/** The trees over users' balances, and the published part of them. */
import type { LiabilitiesOfAsset } from '../../shared/proof/signed-heads';
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
import { sha256 } from '../signed-heads/ed25519';
import type { AssetTree } from './tree-files';

/**
 * A keyed hash of a text, in hex: only the key's holder can compute it, and it is deterministic, so it need not be
 * stored.
 */
export type Mac = (text: string) => string;

/** Context of all keyed hashes made here. */
export const MAC_CONTEXT = 'liabilities';

/** The keyed hash of this text is secret between the exchange and the user. */
export function saltText({ user, part }: LeafOwner, asset: string, position: number): string {
  return `${user}/${asset}/${position}${part === null ? '' : `/${part}`}`;
}

export interface Liabilities {
  assets: LiabilitiesOfAsset[];
  trees: AssetTree[];
}

/** @throws if a user's account is negative, or an asset's accounts do not sum to zero */
export async function makeLiabilities(
  balances: ReadonlyMap<string, bigint>,
  scaleOf: (asset: string) => number,
  { core, position }: { core: string; position: number },
  mac: Mac,
  form: LiabilitiesForm = LIABILITIES_FORM,
): Promise<Liabilities> {
  const liabilities: Liabilities = { assets: [], trees: [] };
  for (const [asset, { users, house, custody }] of holdingsOf({ balances: new Map(balances) })) {
    const positiveBalances = [...users].filter(([, sum]) => sum > 0n);
    const leaves = positiveBalances
      .flatMap(([user, sum]) =>
        splitBalance(user, sum, form === 1 ? null : mac(`${user}/${asset}/${position}/split`)).map((leaf): Leaf => ({
          ...leaf,
          salt: mac(saltText(leaf, asset, position)),
        })),
      )
      .sort(byPartAndSalt);
    const levels = await treeOf({ core, asset, position }, leaves, sha256);
    const { hash, sum } = rootOf(levels);
    if (sum + house + custody !== 0n) throw new Error(`${asset} does not foot: ${sum} + ${house} + ${custody}`);
    const stated = {
      users: positiveBalances.length,
      sum: `${sum}`,
      root: hash,
      house: `${house}`,
      custody: `${custody}`,
    };
    liabilities.assets.push({ asset, scale: scaleOf(asset), ...stated });
    liabilities.trees.push({ asset, leaves, levels });
  }
  return liabilities;
}

/** Order within a part is by the secret salt: a neighbour on a path reveals nothing about its user. */
function byPartAndSalt(one: Leaf, other: Leaf): number {
  return (one.part ?? 0) - (other.part ?? 0) || (one.salt < other.salt ? -1 : 1);
}

/** Digits of the keyed hash for one cut: far more than any balance has. */
const CUT_DIGITS = 20;
const CUT_BITS = 80n;

/**
 * A user's balance split at secret random points into parts of zero or more units. With at least two units no part is
 * the whole balance. Without `random` there is one part.
 */
export function splitBalance(user: number, sum: bigint, random: string | null): Omit<Leaf, 'salt'>[] {
  if (random === null) return [{ user, part: null, sum }];
  const cuts = Array.from({ length: PARTS - 1 }, (_, index) => {
    const randomCut = BigInt(`0x${random.slice(index * CUT_DIGITS, (index + 1) * CUT_DIGITS)}`);
    return 1n + (((sum - 1n) * randomCut) >> CUT_BITS);
  }).sort((one, other) => (one < other ? -1 : 1));
  const boundaries = [...cuts, sum];
  return boundaries.map((end, index) => ({ user, part: index + 1, sum: end - (boundaries[index - 1] ?? 0n) }));
}
