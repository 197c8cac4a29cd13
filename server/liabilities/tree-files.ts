/**
 * The trees of one proof of liabilities on disk, `liabilities/<position>/`: for each asset the nodes level by level,
 * and an index of leaves by user. Reading a path takes a few reads, whatever the number of users. The files are secret:
 * they name users and their balances.
 */
import {
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
  closeSync,
  fsyncSync,
  readFileSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { PARTS, type LeafOwner, type PathStep, type TreeNode } from '../../shared/proof/liabilities';
import { syncDirectory, writePrivately } from '../platform/files/private-file';

const HASH_BYTES = 32;
const SUM_BYTES = 16;
const NODE_BYTES = HASH_BYTES + SUM_BYTES;
/** Bytes of the user's id and the leaf's index. */
const USER_BYTES = 16;
const OWNER_ALONE = 0o600;
const SIGNED = 'signed';
/** Number of proofs kept: a week of them. */
const KEPT = 8;

export interface AssetTree {
  asset: string;
  leaves: readonly LeafOwner[];
  levels: readonly (readonly TreeNode[])[];
}

export function liabilitiesDirectory(dataDir: string): string {
  return path.join(dataDir, 'liabilities');
}

function folderOf(directory: string, position: number): string {
  return path.join(directory, String(position).padStart(16, '0'));
}

/** Atomic: the trees are complete or absent. They are valid once signed. */
export function writeTrees(directory: string, position: number, trees: readonly AssetTree[]): void {
  const folder = folderOf(directory, position);
  const partialFolder = `${folder}.part`;
  rmSync(partialFolder, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  mkdirSync(partialFolder, { mode: 0o700 });
  for (const { asset, leaves, levels } of trees) {
    writeDurably(path.join(partialFolder, `${asset}.users`), placesOf(leaves));
    writeDurably(
      path.join(partialFolder, `${asset}.tree`),
      Buffer.concat(levels.flatMap((level) => level.map(bytesOf))),
    );
  }
  renameSync(partialFolder, folder);
  syncDirectory(directory);
}

/** Publishes a proof and deletes all but the newest `KEPT`. */
export function publishTrees(directory: string, position: number, line: string): void {
  writePrivately(path.join(folderOf(directory, position), SIGNED), `${line}\n`);
  removeAllBut(directory, publishedPositions(directory).slice(0, KEPT));
}

/** Deletes the trees of unsigned proofs. */
export function removeUnpublishedTrees(directory: string): void {
  removeAllBut(directory, publishedPositions(directory));
}

function removeAllBut(directory: string, positions: readonly number[]): void {
  const published = new Set(positions.map((one) => folderOf('', one)));
  for (const name of foldersIn(directory)) {
    if (!published.has(name)) rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}

/** Newest first. */
export function publishedPositions(directory: string): number[] {
  return foldersIn(directory)
    .filter((name) => /^\d{16}$/.test(name) && signedLine(directory, Number(name)) !== null)
    .map(Number)
    .sort((one, other) => other - one);
}

export function signedLine(directory: string, position: number): string | null {
  try {
    return readFileSync(path.join(folderOf(directory, position), SIGNED), 'utf8').trimEnd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function foldersIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => /^\d{16}(\.part)?$/.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export interface LeafWithPath {
  sum: bigint;
  path: PathStep[];
}

/** A user's leaves in one tree by part, with their paths to the root; empty if the user has no leaf in it. */
export async function readPaths(
  directory: string,
  position: number,
  asset: string,
  user: number,
): Promise<LeafWithPath[]> {
  const folder = folderOf(directory, position);
  const [users, tree] = await Promise.all(
    ['users', 'tree'].map((end) => open(path.join(folder, `${asset}.${end}`), 'r')),
  );
  try {
    const leaves = (await users.stat()).size / USER_BYTES;
    const found: LeafWithPath[] = [];
    for (const place of await placesIn(users, leaves, user)) found.push(await pathFrom(tree, leaves, place));
    return found;
  } finally {
    await Promise.all([users.close(), tree.close()]);
  }
}

async function pathFrom(tree: FileHandle, leaves: number, leaf: number): Promise<LeafWithPath> {
  const { sum } = await nodeAt(tree, leaf);
  const steps: PathStep[] = [];
  let start = 0;
  for (let length = leaves, place = leaf; length > 1; length = Math.ceil(length / 2), place = Math.floor(place / 2)) {
    const isRight = place % 2 === 1;
    const neighbour = isRight ? place - 1 : place + 1;
    if (neighbour < length) {
      const node = await nodeAt(tree, start + neighbour);
      steps.push({ side: isRight ? 'left' : 'right', hash: node.hash, sum: `${node.sum}` });
    }
    start += length;
  }
  return { sum, path: steps };
}

/** Indexes of a user's leaves, by part. Binary search finds the first: records are sorted by user. */
async function placesIn(users: FileHandle, count: number, user: number): Promise<number[]> {
  const records = Buffer.alloc(PARTS * USER_BYTES);
  let low = 0;
  for (let high = count; low < high;) {
    const middle = Math.floor((low + high) / 2);
    await users.read(records, 0, USER_BYTES, middle * USER_BYTES);
    if (Number(records.readBigUInt64BE(0)) < user) low = middle + 1;
    else high = middle;
  }
  const { bytesRead } = await users.read(records, 0, records.length, low * USER_BYTES);
  const places: number[] = [];
  for (let at = 0; at < bytesRead && Number(records.readBigUInt64BE(at)) === user; at += USER_BYTES)
    places.push(Number(records.readBigUInt64BE(at + 8)));
  return places;
}

async function nodeAt(tree: FileHandle, place: number): Promise<TreeNode> {
  const bytes = Buffer.alloc(NODE_BYTES);
  await tree.read(bytes, 0, NODE_BYTES, place * NODE_BYTES);
  const sum = (bytes.readBigUInt64BE(HASH_BYTES) << 64n) + bytes.readBigUInt64BE(HASH_BYTES + 8);
  return { hash: bytes.toString('hex', 0, HASH_BYTES), sum };
}

function bytesOf({ hash, sum }: TreeNode): Buffer {
  const bytes = Buffer.alloc(NODE_BYTES);
  bytes.write(hash, 'hex');
  bytes.writeBigUInt64BE(sum >> 64n, HASH_BYTES);
  bytes.writeBigUInt64BE(sum & 0xffff_ffff_ffff_ffffn, HASH_BYTES + 8);
  return bytes;
}

function placesOf(leaves: readonly LeafOwner[]): Buffer {
  const bytes = Buffer.alloc(leaves.length * USER_BYTES);
  const sorted = [...leaves.entries()].sort(
    ([, one], [, other]) => one.user - other.user || (one.part ?? 0) - (other.part ?? 0),
  );
  for (const [index, [place, { user }]] of sorted.entries()) {
    bytes.writeBigUInt64BE(BigInt(user), index * USER_BYTES);
    bytes.writeBigUInt64BE(BigInt(place), index * USER_BYTES + 8);
  }
  return bytes;
}

function writeDurably(file: string, bytes: Buffer): void {
  const descriptor = openSync(file, 'wx', OWNER_ALONE);
  try {
    for (let bytesWritten = 0; bytesWritten < bytes.length;) bytesWritten += writeSync(descriptor, bytes, bytesWritten);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
