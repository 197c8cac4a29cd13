/**
 * What the operator signs about the journal: lines of JSON, one a statement, each naming the one before it by its hash. Whoever keeps one of
 * them can show later that the journal was shortened or written anew, and whoever keeps the key's first line knows whose they are.
 * Hash and signature are handed in, so that server, browser and tests check by the same code.
 */

/** SHA-256 of a text's bytes in UTF-8, in hex. */
export type Sha256 = (text: string) => string | Promise<string>;
/** Whether an Ed25519 signature in hex is of that text's bytes, by the public key in hex. */
export type VerifySignature = (key: string, text: string, signature: string) => boolean | Promise<boolean>;

/** The log of staff as its chain stands: how many links, and the hash of the last one. */
export interface StaffLogHead {
  links: number;
  hash: string;
}

/** Of one asset at a position: what users have, in units, under the root of a tree that each can find themselves in. */
export interface LiabilitiesOfAsset {
  asset: string;
  scale: number;
  /** How many have something of it. */
  users: number;
  sum: string;
  root: string;
  /** What the house has, and what lies outside against both: sum + house + custody = 0. */
  house: string;
  custody: string;
}

export type Stated =
  /** The first of all: from here on this key signs. */
  | { is: 'begin' }
  /** The journal is durable up to here. */
  | { is: 'head'; position: number; hash: string; staffLog: StaffLogHead }
  /** From the next line on another key signs. */
  | { is: 'hand-over'; next: string }
  /** The operator goes on with a journal that is not what was signed last, and says so: it ends here. */
  | { is: 'cut'; position: number; hash: string }
  /** `form` of the trees; absent: 1. */
  | { is: 'liabilities'; position: number; hash: string; form?: 2; assets: LiabilitiesOfAsset[] };

/** A line without its signature, in the order of its fields. */
export interface SignedLine {
  v: 1;
  core: string;
  /** From 1. */
  number: number;
  at: number;
  said: Stated;
  /** SHA-256 of the line before; of the first one of the core's name. */
  before: string;
  /** The public key, in hex. */
  key: string;
}

/** What is signed: everything of the line up to its signature. */
export function textToSign({ v, core, number, at, said, before, key }: SignedLine): string {
  return JSON.stringify({ v, core, number, at, said, before, key }).slice(0, -1);
}

export function lineOf(text: string, signature: string): string {
  return `${text},"signature":"${signature}"}`;
}

const LINE = /^(\{"v":1,.*),"signature":"([0-9a-f]{128})"\}$/su;

/** What does not fit, and in which line. */
export class HeadsError extends Error {
  constructor(
    readonly number: number,
    message: string,
  ) {
    super(`line ${number} of the signed heads: ${message}`);
  }
}

/** The statement of a line, and nothing checked but its form. */
export function readLine(line: string, number: number): { signed: SignedLine; text: string; signature: string } {
  const [, text, signature] = LINE.exec(line) ?? fail(number, 'it is no signed line');
  const signed = parsed(`${text}}`, number);
  // One way of writing it, so that nothing can hide between its fields.
  if (textToSign(signed) !== text) fail(number, 'it is not written as it must be');
  return { signed, text, signature };
}

function parsed(text: string, number: number): SignedLine {
  try {
    const signed = JSON.parse(text) as SignedLine;
    const { at, said, before, key } = signed;
    const isFormed =
      Number.isSafeInteger(signed.number) &&
      Number.isSafeInteger(at) &&
      isHash(before) &&
      isHash(key) &&
      typeof said === 'object' &&
      isStated(said);
    if (isFormed) return signed;
  } catch {
    // Told below.
  }
  return fail(number, 'it is no signed line');
}

const KINDS: readonly string[] = ['begin', 'head', 'hand-over', 'cut', 'liabilities'] satisfies Stated['is'][];

function isStated(said: Stated): boolean {
  if (!KINDS.includes(said.is)) return false;
  switch (said.is) {
    case 'begin':
      return true;
    case 'hand-over':
      return isHash(said.next);
    case 'head':
      return isPlace(said) && Number.isSafeInteger(said.staffLog.links) && isHash(said.staffLog.hash);
    case 'cut':
      return isPlace(said);
    case 'liabilities':
      return (
        isPlace(said) &&
        (said.form === undefined || said.form === 2) &&
        Array.isArray(said.assets) &&
        said.assets.every(isLiabilities)
      );
  }
}

function isPlace({ position, hash }: { position: number; hash: string }): boolean {
  return Number.isSafeInteger(position) && position >= -1 && isHash(hash);
}

function isLiabilities({ asset, scale, users, sum, root, house, custody }: LiabilitiesOfAsset): boolean {
  const isText = [sum, house, custody].every((one) => typeof one === 'string' && /^-?\d+$/.test(one));
  return (
    typeof asset === 'string' && Number.isSafeInteger(scale) && Number.isSafeInteger(users) && isHash(root) && isText
  );
}

function isHash(text: unknown): boolean {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}

function fail(number: number, message: string): never {
  throw new HeadsError(number, message);
}

/** What all lines so far come to. */
export interface HeadsSoFar {
  number: number;
  at: number;
  /** SHA-256 of the last line. */
  hash: string;
  /** Whoever signs the next one; null before the first. */
  key: string | null;
  /** The furthest place of the journal that is signed, unless the operator has said since that it was cut. */
  head: { position: number; hash: string } | null;
}

export async function nothingSigned(core: string, sha256: Sha256): Promise<HeadsSoFar> {
  return { number: 0, at: 0, hash: await sha256(core), key: null, head: null };
}

/**
 * One line more: whether it follows, by number, time, link, key and place, and is signed.
 * @throws a HeadsError that names the line and what does not fit
 */
export async function takeLine(
  before: HeadsSoFar,
  line: string,
  sha256: Sha256,
  verify: VerifySignature,
): Promise<{ after: HeadsSoFar; signed: SignedLine }> {
  const number = before.number + 1;
  const { signed, text, signature } = readLine(line, number);
  const { said, at, key } = signed;
  if (signed.number !== number) fail(number, `it says that it is number ${signed.number}`);
  if (signed.before !== before.hash) fail(number, 'it names another line before it');
  if (at < before.at) fail(number, 'its time lies before that of the line before');
  if (before.key === null ? said.is !== 'begin' : said.is === 'begin') fail(number, 'only the first line begins');
  if (before.key !== null && key !== before.key) fail(number, 'another key signs than was handed over to');
  if (!(await verify(key, text, signature))) fail(number, 'its signature does not fit');
  // A proof of liabilities takes its time: heads are signed meanwhile that lie behind it.
  const place = said.is === 'head' ? said : null;
  if (place && before.head && place.position < before.head.position) fail(number, 'it is of an earlier position');
  const isSame = place?.position === before.head?.position;
  if (place && before.head && isSame && place.hash !== before.head.hash) fail(number, 'one position has two hashes');
  const reached = said.is === 'cut' ? said : place;
  const head = reached ? { position: reached.position, hash: reached.hash } : before.head;
  const next = said.is === 'hand-over' ? said.next : key;
  return { after: { number, at, hash: await sha256(line), key: next, head }, signed };
}
