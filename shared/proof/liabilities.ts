/**
 * Proof of liabilities: one tree per asset over the users' balances at a journal position. A leaf is a part of one balance, bound to the
 * user's number, the part's number and a salt known only to that user. A node is bound to its two children and their sums. The root, with
 * the total, is signed and published. Each user can verify that the total includes their balance. They learn only sums of others, and no
 * sum is one other user's balance. In the older form 1 a leaf was a whole balance.
 *
 * Amounts are units as unsigned decimal text. Negative amounts cannot be written, so the operator cannot invent users with debts.
 */
import type { LiabilitiesOfAsset, Sha256 } from './signed-heads';
import { assetOf, isCustody, isUsers, type LedgerSums } from './sums';

/** Public part of a node. */
export interface TreeNode {
  hash: string;
  sum: bigint;
}

/** Absent in older signed lines, where it is 1. */
export type LiabilitiesForm = 1 | 2;
/** Form of new trees. */
export const LIABILITIES_FORM = 2;
/**
 * Leaves per user. All first parts come before all second ones, and so on. With four parts no node of the tree holds
 * exactly one user's balance, unless there is only one user.
 */
export const PARTS = 4;

export interface LeafOwner {
  user: number;
  /** From 1 to PARTS; null in form 1, where a leaf is a whole balance. */
  part: number | null;
}

export interface Leaf extends LeafOwner {
  sum: bigint;
  /** 64 hex digits, known only to the user. */
  salt: string;
}

/** Identity of a tree. */
export interface TreeName {
  core: string;
  asset: string;
  position: number;
}

/** The sibling on the way up, and its side. */
export interface PathStep {
  side: 'left' | 'right';
  hash: string;
  sum: string;
}

/** Root of an empty tree: no user has the asset. */
export const EMPTY_ROOT = '0'.repeat(64);
/** Far above the ledger's maximum: a sum of many amounts of up to 2^63. */
const SUM_DIGITS_MAX = 30;
/** A tree with a longer path would have more users than there are numbers. */
const STEPS_MAX = 64;

export function leafText({ core, asset, position }: TreeName, { user, part, sum, salt }: Leaf): string {
  const tree = `${core}|${asset}|${position}`;
  return part === null ? `leaf|${tree}|${user}|${salt}|${sum}` : `part|${tree}|${user}|${part}|${salt}|${sum}`;
}

export function nodeText(left: TreeNode, right: TreeNode): string {
  return `node|${left.sum}|${left.hash}|${right.sum}|${right.hash}`;
}

/** A tree level by level, leaves first. An unpaired node at the end of a level moves up unchanged. */
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

/** Siblings on the path from a leaf, from the bottom up. */
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

/** A user's proof: enough to compute the root from their number and each part of their balance. */
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

/** Reason why a proof is refused. */
export type ProofFault =
  /** The form is invalid. */
  | 'form'
  /** An invalid amount: negative or too large. */
  | 'amount'
  /** The path leads to a different root than the published one. */
  | 'root'
  /** The path leads to the root with a different sum. */
  | 'sum'
  /** The published totals do not balance: users + house + custody is not zero. */
  | 'foot'
  /** The asset is not among the published ones. */
  | 'asset';

/** Null if the path leads from this user's leaf to the published root, by hash and by sum. */
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
  return totalsFault(published);
}

/** Whether users, house and custody sum to zero, and the users' sum is not negative. */
export function totalsFault({ sum, house, custody }: LiabilitiesOfAsset): ProofFault | null {
  if (!isAmount(sum)) return 'amount';
  return BigInt(sum) + BigInt(house) + BigInt(custody) === 0n ? null : 'foot';
}

function isAmount(text: unknown): text is string {
  return typeof text === 'string' && text.length <= SUM_DIGITS_MAX && /^(0|[1-9]\d*)$/.test(text);
}

/** Per asset: each user's balance over all accounts and buckets, the house's balance, and the outside balance. */
export interface AssetHoldings {
  users: Map<number, bigint>;
  house: bigint;
  custody: bigint;
}

/**
 * By asset, in the order of their names. @throws if an account of a user is below zero, because no tree may hide it in
 * a sum
 */
export function holdingsOf({ balances }: Pick<LedgerSums, 'balances'>): Map<string, AssetHoldings> {
  const found = new Map<string, AssetHoldings>();
  for (const [account, balance] of balances) {
    const asset = assetOf(account);
    const holdings = found.get(asset) ?? { users: new Map<number, bigint>(), house: 0n, custody: 0n };
    found.set(asset, holdings);
    if (isUsers(account)) {
      if (balance < 0n) throw new Error(`${account} is at ${balance}`);
      const user = Number(account.slice(0, account.indexOf('/')));
      holdings.users.set(user, (holdings.users.get(user) ?? 0n) + balance);
    } else if (isCustody(account)) holdings.custody += balance;
    else holdings.house += balance;
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}
