/**
 * Proof of liabilities: for each asset one tree over what users have at a position of the journal. A leaf is a part of a user's balance, bound to
 * their number, to the number of the part and to a salt that only they are told; a node is bound to both its children and to both their sums; the
 * root, with what all have together, is signed and published. So each user can see that their balance is part of the sum, and nothing of anybody
 * else but sums, none of which is what one other user has. In form 1, of before, a leaf was a whole balance.
 *
 * Amounts are units as decimal text without sign: nothing below zero can be written, so nobody can be made up who owes.
 */
import type { LiabilitiesOfAsset, Sha256 } from './heads';
import { assetOf, isCustody, isUsers, type Sums } from './sums';

/** What is published and proved of a node. */
export interface TreeNode {
  hash: string;
  sum: bigint;
}

/** Absent in what was signed: 1. */
export type LiabilitiesForm = 1 | 2;
/** Of new ones. */
export const LIABILITIES_FORM = 2;
/**
 * Leaves of one user. All first parts stand before all second ones, and so on: with four no node of the tree, unless there is but one user,
 * holds all of one user's and nothing of anybody else's.
 */
export const PARTS = 4;

/** Whose leaf it is. */
export interface LeafOwner {
  user: number;
  /** From 1 to PARTS; null in form 1, where a leaf is all that a user has. */
  part: number | null;
}

export interface Leaf extends LeafOwner {
  sum: bigint;
  /** 64 hex letters, secret to the user. */
  salt: string;
}

/** What tells one tree from all others. */
export interface TreeName {
  core: string;
  asset: string;
  position: number;
}

/** The neighbour on the way up, and on which side it stands. */
export interface PathStep {
  side: 'left' | 'right';
  hash: string;
  sum: string;
}

/** Hash of nothing: the tree of an asset that nobody has. */
export const EMPTY_ROOT = '0'.repeat(64);
/** Far above what the ledger knows, and far below what would not fit a double twice: a sum of many amounts of up to 2^63. */
const SUM_DIGITS_MAX = 30;
/** A tree over more users than there are numbers is none. */
const STEPS_MAX = 64;

export function leafText({ core, asset, position }: TreeName, { user, part, sum, salt }: Leaf): string {
  const tree = `${core}|${asset}|${position}`;
  return part === null ? `leaf|${tree}|${user}|${salt}|${sum}` : `part|${tree}|${user}|${part}|${salt}|${sum}`;
}

export function nodeText(left: TreeNode, right: TreeNode): string {
  return `node|${left.sum}|${left.hash}|${right.sum}|${right.hash}`;
}

/** A tree level by level, leaves first; one that is left over at the end of a level goes up as it is. */
export async function treeOf(name: TreeName, leaves: readonly Leaf[], sha256: Sha256): Promise<TreeNode[][]> {
  let level: TreeNode[] = [];
  for (const leaf of leaves) {
    if (leaf.sum < 0n) throw new Error(`user ${leaf.user} has ${leaf.sum} of ${name.asset}`);
    level.push({ hash: await sha256(leafText(name, leaf)), sum: leaf.sum });
  }
  const levels = [level];
  while (level.length > 1) {
    const above: TreeNode[] = [];
    for (let place = 0; place < level.length; place += 2) {
      const [left, right] = [level[place], level[place + 1]];
      above.push(right === undefined ? left : { hash: await sha256(nodeText(left, right)), sum: left.sum + right.sum });
    }
    levels.push((level = above));
  }
  return levels;
}

export function rootOf(levels: readonly (readonly TreeNode[])[]): TreeNode {
  return levels.at(-1)?.[0] ?? { hash: EMPTY_ROOT, sum: 0n };
}

/** The neighbours of the leaf at a place, from below. */
export function pathOf(levels: readonly (readonly TreeNode[])[], place: number): PathStep[] {
  const path: PathStep[] = [];
  for (const level of levels.slice(0, -1)) {
    const isRight = place % 2 === 1;
    const neighbour = level[isRight ? place - 1 : place + 1] as TreeNode | undefined;
    if (neighbour) path.push({ side: isRight ? 'left' : 'right', hash: neighbour.hash, sum: `${neighbour.sum}` });
    place = Math.floor(place / 2);
  }
  return path;
}

/** From a leaf to the root. */
export interface ProofOfLeaf {
  sum: string;
  salt: string;
  path: PathStep[];
}

/** What a user holds in their hand: enough to compute the root from their own number and each part of their balance. */
export interface ProofOfAsset {
  asset: string;
  parts: ProofOfLeaf[];
}

interface ProofFacts {
  core: string;
  user: number;
  /** The line of the signed heads that publishes the roots. */
  signed: string;
}
export type BalanceProof =
  | (ProofFacts & { form: 'balances/1'; assets: ({ asset: string } & ProofOfLeaf)[] })
  | (ProofFacts & { form: 'balances/2'; assets: ProofOfAsset[] });

/** Why a proof is refused. */
export type ProofFault =
  /** It is no proof of this form. */
  | 'form'
  /** An amount that is none: below zero, or too large. */
  | 'amount'
  /** The path leads to another root than the one that is published. */
  | 'root'
  /** It leads there with another sum. */
  | 'sum'
  /** What is published does not foot: users + house + custody is not nothing. */
  | 'foot'
  /** The asset is none of those that are published. */
  | 'asset';

/** Null for a path that leads from this user's leaf to the published root, by hash and by sum. */
export async function faultOfPath(
  name: TreeName,
  owner: LeafOwner,
  { sum, salt, path }: ProofOfLeaf,
  published: LiabilitiesOfAsset,
  sha256: Sha256,
): Promise<ProofFault | null> {
  if (published.asset !== name.asset) return 'asset';
  if (!Number.isSafeInteger(owner.user) || !/^[0-9a-f]{64}$/.test(salt) || path.length > STEPS_MAX) return 'form';
  const isForm = path.every(({ side, hash }) => (side === 'left' || side === 'right') && /^[0-9a-f]{64}$/.test(hash));
  if (!isForm) return 'form';
  if (![sum, ...path.map((step) => step.sum)].every(isAmount)) return 'amount';
  let node: TreeNode = {
    hash: await sha256(leafText(name, { ...owner, sum: BigInt(sum), salt })),
    sum: BigInt(sum),
  };
  for (const step of path) {
    const neighbour: TreeNode = { hash: step.hash, sum: BigInt(step.sum) };
    const [left, right] = step.side === 'left' ? [neighbour, node] : [node, neighbour];
    node = { hash: await sha256(nodeText(left, right)), sum: left.sum + right.sum };
  }
  if (node.hash !== published.root) return 'root';
  if (`${node.sum}` !== published.sum) return 'sum';
  return footFault(published);
}

/** Whether users, house and custody come to nothing, and users to no debt. */
export function footFault({ sum, house, custody }: LiabilitiesOfAsset): ProofFault | null {
  if (!isAmount(sum)) return 'amount';
  return BigInt(sum) + BigInt(house) + BigInt(custody) === 0n ? null : 'foot';
}

function isAmount(text: unknown): text is string {
  return typeof text === 'string' && text.length <= SUM_DIGITS_MAX && /^(0|[1-9]\d*)$/.test(text);
}

/** What each user has of each asset, over all accounts and buckets; and what of each asset is the house's, and lies outside. */
export interface Holdings {
  users: Map<number, bigint>;
  house: bigint;
  custody: bigint;
}

/** By asset, in the order of their names. @throws where an account of a user is below zero: no tree may hide it in a sum */
export function holdingsOf({ balances }: Pick<Sums, 'balances'>): Map<string, Holdings> {
  const found = new Map<string, Holdings>();
  for (const [account, balance] of balances) {
    const asset = assetOf(account);
    const of = found.get(asset) ?? { users: new Map<number, bigint>(), house: 0n, custody: 0n };
    found.set(asset, of);
    if (isUsers(account)) {
      if (balance < 0n) throw new Error(`${account} is at ${balance}`);
      const user = Number(account.slice(0, account.indexOf('/')));
      of.users.set(user, (of.users.get(user) ?? 0n) + balance);
    } else if (isCustody(account)) of.custody += balance;
    else of.house += balance;
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}
