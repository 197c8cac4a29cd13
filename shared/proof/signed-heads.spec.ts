/** Signed heads of the journal: verification finds every change, omission, repetition or move, and names its line. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { sha256, signingKeyOf, verifyEd25519 } from '../../server/signed-heads/ed25519';
import {
  HeadsError,
  formatSignedLine,
  noVerifiedHeads,
  verifyNextLine,
  textToSign,
  type VerifiedHeads,
  type SignedStatement,
} from './signed-heads';

const CORE = 'exchange';
const [one, other] = [1, 2].map((seed) => signingKeyOf(Buffer.alloc(32, seed)));
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const head = (position: number): SignedStatement => ({
  is: 'head',
  position,
  hash: hashOf(`batch ${position}`),
  staffLog: { links: position, hash: hashOf(`log ${position}`) },
});

/** Lines as an operator writes them, each signed by the current key. */
function signedLines(
  stated: readonly SignedStatement[],
  change: Partial<{ at: (number: number) => number; key: typeof one }> = {},
): string[] {
  let before = hashOf(CORE);
  let key = change.key ?? one;
  return stated.map((said, index) => {
    const number = index + 1;
    const at = change.at?.(number) ?? 1_760_000_000_000 + number * 60_000;
    const text = textToSign({ v: 1, core: CORE, number, at, said, before, key: key.publicKey });
    const line = formatSignedLine(text, key.sign(text));
    before = hashOf(line);
    if (said.is === 'hand-over') key = other;
    return line;
  });
}

async function follow(lines: readonly string[]): Promise<VerifiedHeads> {
  let soFar = await noVerifiedHeads(CORE, sha256);
  for (const line of lines) ({ after: soFar } = await verifyNextLine(soFar, line, sha256, verifyEd25519));
  return soFar;
}

const LINES = signedLines([
  { is: 'begin' },
  head(10),
  head(10),
  head(25),
  { is: 'hand-over', next: other.publicKey },
  head(30),
]);

it('follows lines from the first to the last, over a change of keys', async () => {
  expect(await follow(LINES)).toEqual({
    ...{ number: 6, at: 1_760_000_360_000, hash: hashOf(LINES[5]), key: other.publicKey },
    head: { position: 30, hash: hashOf('batch 30') },
  });
});

it('signs like other Ed25519 programs', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  expect(signingKeyOf(seed).publicKey).toBe(
    publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
  );
  // RFC 8032, 7.1, test 2.
  const known = signingKeyOf(Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex'));
  expect(known.publicKey).toBe('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
  expect(known.sign('r')).toMatch(/^92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da/);
});

it('names the line of any changed byte', async () => {
  for (let round = 0; round < 300; round++) {
    const [chosen, place, bit] = randomBytes(3);
    const number = chosen % LINES.length;
    const bytes = Buffer.from(LINES[number]);
    bytes[(place * 7 + round) % bytes.length] ^= 1 << (bit % 8);
    const changed = LINES.map((line, index) => (index === number ? bytes.toString('utf8') : line));
    await expect(follow(changed)).rejects.toThrow(`line ${number + 1} of the signed heads: `);
  }
});

it.each([
  ['a line is left out', [0, 1, 3, 4, 5], 'line 3 of the signed heads: it says that it is number 4'],
  ['two lines change places', [0, 2, 1, 3, 4, 5], 'line 2 of the signed heads: it says that it is number 3'],
  ['a line comes again', [0, 1, 1], 'line 3 of the signed heads: it says that it is number 2'],
  ['the first is missing', [1, 2], 'line 1 of the signed heads: it says that it is number 2'],
])('%s', async (_, places, complaint) => {
  await expect(follow(places.map((place) => LINES[place]))).rejects.toThrow(complaint);
});

it('rejects lines signed by another key', async () => {
  const theirs = signedLines([{ is: 'begin' }, head(10), head(20)], { key: other });
  await expect(follow([LINES[0], theirs[1]])).rejects.toThrow('it names another line before it');
  await expect(
    follow([
      ...LINES.slice(0, 4),
      ...signedLines([{ is: 'begin' }, head(10), head(10), head(25), { is: 'begin' }]).slice(4),
    ]),
  ).rejects.toThrow('line 5 of the signed heads: only the first line begins');
  // The old key is invalid after the hand-over.
  const after = signedLines([{ is: 'begin' }, head(10), head(10), head(25), { is: 'begin' }]).length;
  expect(after).toBe(5);
  const [, , , , handOver] = LINES;
  const text = textToSign({
    v: 1,
    core: CORE,
    number: 6,
    at: 1_760_000_360_000,
    said: head(30),
    before: hashOf(handOver),
    key: one.publicKey,
  });
  await expect(follow([...LINES.slice(0, 5), formatSignedLine(text, one.sign(text))])).rejects.toThrow(
    'line 6 of the signed heads: another key signs than was handed over to',
  );
});

it('rejects statements that contradict earlier signed ones', async () => {
  await expect(follow(signedLines([{ is: 'begin' }, head(10), head(9)]))).rejects.toThrow(
    'it is of an earlier position',
  );
  const twice: SignedStatement = { ...head(10), hash: hashOf('another') } as SignedStatement;
  await expect(follow(signedLines([{ is: 'begin' }, head(10), twice]))).rejects.toThrow('one position has two hashes');
  await expect(follow(signedLines([{ is: 'begin' }, head(10)], { at: (number) => 100 - number }))).rejects.toThrow(
    'its time lies before',
  );
  const cut: SignedStatement = { is: 'cut', position: 4, hash: hashOf('batch 4') };
  expect((await follow(signedLines([{ is: 'begin' }, head(10), cut, head(6)]))).head).toMatchObject({ position: 6 });
  await expect(follow(['{}'])).rejects.toThrow(HeadsError);
  const spaced = LINES[0].replace('"v":1,', '"v":1, ');
  await expect(follow([spaced])).rejects.toThrow('line 1 of the signed heads: it is not written as it must be');
});
