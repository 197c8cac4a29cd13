/**
 * Signed statements of the operator about the journal: JSON lines, each with the hash of the line before. Anyone who saved a line can prove
 * later truncation or rewriting. Anyone with the first line's key can verify the author. Hash and signature functions are injected, so that
 * server, browser and tests share the code.
 */

/** SHA-256 of a text's UTF-8 bytes, in hex. */
export type Sha256 = (text: string) => string | Promise<string>;
/** Verifies an Ed25519 signature (hex) of the text's UTF-8 bytes by a public key (hex). */
export type VerifySignature = (key: string, text: string, signature: string) => boolean | Promise<boolean>;

/** State of the staff log's hash chain: its number of links, and the hash of the last one. */
export interface StaffLogHead {
  links: number;
  hash: string;
}

/**
 * Liabilities in one asset at a position: the total of the users, in units, under the root of a tree that each user can
 * verify.
 */
export interface LiabilitiesOfAsset {
  asset: string;
  scale: number;
  /** Number of users who hold the asset. */
  users: number;
  sum: string;
  root: string;
  /** The house's balance, and the outside balance against both: sum + house + custody = 0. */
  house: string;
  custody: string;
}

export type SignedStatement =
  /** The first of all: from here on this key signs. */
  | { is: 'begin' }
  /** The journal is durable up to here. */
  | { is: 'head'; position: number; hash: string; staffLog: StaffLogHead }
  /** From the next line on another key signs. */
  | { is: 'hand-over'; next: string }
  /** The operator declares that the journal continues from an earlier position than the last signed one: here. */
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
  said: SignedStatement;
  /** SHA-256 of the line before; of the first one of the core's name. */
  before: string;
  /** The public key, in hex. */
  key: string;
}

/** The signed text: the whole line before its signature. */
export function textToSign({ v, core, number, at, said, before, key }: SignedLine): string {
  return JSON.stringify({ v, core, number, at, said, before, key }).slice(0, -1);
}

export function formatSignedLine(text: string, signature: string): string {
  return `${text},"signature":"${signature}"}`;
}

const LINE = /^(\{"v":1,.*),"signature":"([0-9a-f]{128})"\}$/su;

/** A fault and its line number. */
export class HeadsError extends Error {
  constructor(
    readonly number: number,
    message: string,
  ) {
    super(`line ${number} of the signed heads: ${message}`);
  }
}

/** The statement of a line. Only the form is checked. */
export function readLine(line: string, number: number): { signed: SignedLine; text: string; signature: string } {
  const [, text, signature] = LINE.exec(line) ?? fail(number, 'it is no signed line');
  const signed = parsed(`${text}}`, number);
  // The line must equal its canonical form, so that nothing can be hidden between its fields.
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
      isSignedStatement(said);
    if (isFormed) return signed;
  } catch {
    // Falls through to the failure below.
  }
  return fail(number, 'it is no signed line');
}

const KINDS: readonly string[] = ['begin', 'head', 'hand-over', 'cut', 'liabilities'] satisfies SignedStatement['is'][];

function isSignedStatement(statement: SignedStatement): boolean {
  if (!KINDS.includes(statement.is)) return false;
  switch (statement.is) {
    case 'begin':
      return true;
    case 'hand-over':
      return isHash(statement.next);
    case 'head':
      return (
        isHeadPosition(statement) && Number.isSafeInteger(statement.staffLog.links) && isHash(statement.staffLog.hash)
      );
    case 'cut':
      return isHeadPosition(statement);
    case 'liabilities':
      return (
        isHeadPosition(statement) &&
        (statement.form === undefined || statement.form === 2) &&
        Array.isArray(statement.assets) &&
        statement.assets.every(isLiabilities)
      );
  }
}

function isHeadPosition({ position, hash }: { position: number; hash: string }): boolean {
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

/** State after all lines so far. */
export interface VerifiedHeads {
  number: number;
  at: number;
  /** SHA-256 of the last line. */
  hash: string;
  /** The key that signs the next line; null before the first. */
  key: string | null;
  /** The furthest signed journal position, unless the operator declared a cut since. */
  head: { position: number; hash: string } | null;
}

export async function noVerifiedHeads(core: string, sha256: Sha256): Promise<VerifiedHeads> {
  return { number: 0, at: 0, hash: await sha256(core), key: null, head: null };
}

/**
 * Checks one more line: its number, time, link, key, position and signature.
 * @throws a HeadsError with the line and its fault
 */
export async function verifyNextLine(
  before: VerifiedHeads,
  line: string,
  sha256: Sha256,
  verify: VerifySignature,
): Promise<{ after: VerifiedHeads; signed: SignedLine }> {
  const number = before.number + 1;
  const { signed, text, signature } = readLine(line, number);
  const { said, at, key } = signed;
  if (signed.number !== number) fail(number, `it says that it is number ${signed.number}`);
  if (signed.before !== before.hash) fail(number, 'it names another line before it');
  if (at < before.at) fail(number, 'its time lies before that of the line before');
  if (before.key === null ? said.is !== 'begin' : said.is === 'begin') fail(number, 'only the first line begins');
  if (before.key !== null && key !== before.key) fail(number, 'another key signs than was handed over to');
  if (!(await verify(key, text, signature))) fail(number, 'its signature does not fit');
  // A proof of liabilities takes time to compute, so heads with later positions may be signed before it.
  const place = said.is === 'head' ? said : null;
  if (place && before.head && place.position < before.head.position) fail(number, 'it is of an earlier position');
  const isSame = place?.position === before.head?.position;
  if (place && before.head && isSame && place.hash !== before.head.hash) fail(number, 'one position has two hashes');
  const headStatement = said.is === 'cut' ? said : place;
  const head = headStatement ? { position: headStatement.position, hash: headStatement.hash } : before.head;
  const next = said.is === 'hand-over' ? said.next : key;
  return { after: { number, at, hash: await sha256(line), key: next, head }, signed };
}
