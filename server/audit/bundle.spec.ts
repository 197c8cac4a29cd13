/**
 * Evidence bundles: made from a journal with signed heads, verified by our code and by independent code, rejected for
 * every changed byte.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { BundleProof } from '../../shared/proof/bundle';
import { MANIFEST, type BundleSubject, type Manifest } from '../../shared/proof/bundle-form';
import { BundleError } from '../../shared/proof/bundle-fault';
import { formatSignedLine, textToSign, type SignedLine, type SignedStatement } from '../../shared/proof/signed-heads';
import { crc32, directoryOf, localHeader, packedBytes, readZip, unpacked, type ZipEntry } from '../../shared/proof/zip';
import { ALICE, buy, asUser, Exchange, LISTINGS, sell } from '../../test/tools/fixtures/core-fixture';
import { STATE_FORM } from '../core/snapshot/canonical-state';
import { encodeBody } from '../products/core';
import { stateHash } from '../engine/state-hash';
import { sha256, signingKeyOf } from '../signed-heads/ed25519';
import { exportLine, genesis, seal } from '../journal/seal';
import { writeBundle } from './bundle-file';
import type { BundleRequest } from './bundle';
import { verifierProgramsDirectory } from './verifier-programs';
import { ZipWriter } from './bundle-zip';
import { checkBundle } from './check-bundle';
import { replayJournal } from './replay';
import { openExport, type AuditedJournal } from './source';

const CORE = 'exchange';
const KEY = signingKeyOf(Buffer.alloc(32, 5));
const folder = mkdtempSync(path.join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let journal: AuditedJournal;
let heads: string[];
/** Last position and hash of each batch. */
let ends: { position: number; hash: string }[];

beforeAll(async () => {
  const exchange = new Exchange();
  for (const step of LISTINGS) exchange.take(step);
  for (let trade = 0; trade < 30; trade++) {
    exchange.take(asUser(ALICE, sell(100, 1)));
    exchange.take(buy(100, 1));
  }
  let [hash, position] = [genesis(CORE), -1];
  ends = [];
  const lines = exchange.batches.map((batch) => {
    const sealed = seal(hash, encodeBody(batch));
    [hash, position] = [sealed.hash, position + batch.events.length];
    ends.push({ position, hash });
    return exportLine(sealed.hash, sealed.bytes);
  });
  writeFileSync(path.join(folder, 'export.jsonl'), lines.map((line) => `${line}\n`).join(''));
  journal = await openExport(path.join(folder, 'export.jsonl'), CORE);
  heads = [];
  let before = genesis(CORE);
  const sign = (said: SignedStatement): void => {
    const facts = { v: 1 as const, core: CORE, number: heads.length + 1, at: 1_000 * heads.length };
    const text = textToSign({ ...facts, said, before, key: KEY.publicKey } satisfies SignedLine);
    const line = formatSignedLine(text, KEY.sign(text));
    heads.push(line);
    before = sha256(line) as string;
  };
  sign({ is: 'begin' });
  for (const end of ends.filter((_, place) => place % 7 === 6))
    sign({ is: 'head', ...end, staffLog: { links: 0, hash: '0'.repeat(64) } });
});

async function made(about: BundleSubject, request: Partial<BundleRequest> = {}, lines = heads): Promise<string> {
  const file = path.join(mkdtempSync(path.join(folder, 'made-')), 'bundle.zip');
  const parts = { core: CORE, headLines: () => lines, programs: verifierProgramsDirectory(), at: 1_700_000_000_000 };
  await writeBundle(file, journal, parts, { about, from: null, until: null, ...request }, () => undefined);
  return file;
}

const proved = (file: string, key?: string): Promise<BundleProof> => checkBundle(file, () => undefined, key);

async function refusal(file: string, key?: string): Promise<string> {
  try {
    await proved(file, key);
    return 'proved';
  } catch (error) {
    if (error instanceof BundleError) return `${error.fault} ${error.where}`;
    throw error;
  }
}

/** By the program in the bundle, which shares no code with ours. */
function python(file: string, ...key: string[]) {
  const program = path.join(verifierProgramsDirectory(), 'verify-bundle.py');
  const { status, stdout, stderr } = spawnSync('python3', [program, file, ...key], { encoding: 'utf8' });
  return { status, told: `${stdout}${stderr}`.trim().split('\n') };
}

it('proves the whole journal with the server’s state', async () => {
  const file = await made({ is: 'period' });
  const { manifest, events, signed, unsigned, stateHash: found, otherForm, rows } = await proved(file, KEY.publicKey);
  const { state, position } = await replayJournal(journal, null);
  expect({ found, otherForm }).toEqual({ found: stateHash(state), otherForm: null });
  expect(manifest).toMatchObject({ form: 'evidence/2', stateForm: STATE_FORM });
  expect({ events, runs: manifest.runs.length }).toEqual({ events: position + 1, runs: 1 });
  const last = ends.filter((_, place) => place % 7 === 6).at(-1);
  expect(signed).toMatchObject({ key: KEY.publicKey, from: 2, until: heads.length, ...last });
  expect(unsigned).toEqual(manifest.runs.filter(({ last: end }) => end !== last?.position));
  expect(rows.reduce((sum, [account, , closing]) => (account.includes('/BTC') ? sum + closing : sum), 0n)).toBe(0n);
  const { status, told } = python(file, KEY.publicKey);
  expect({ status, first: told[0] }).toEqual({
    ...{ status: 0, first: `PROVED: ${ends.length} batches of exchange about period, positions 0 to ${position}` },
  });
  expect(told.at(-1)).toContain(`signed by ${KEY.publicKey} up to position ${last?.position}`);
  expect(await refusal(file, 'ab'.repeat(32))).toBe(`key ${KEY.publicKey}`);
  expect(python(file, 'ab'.repeat(32))).toMatchObject({ status: 1, told: ['REFUSED: another key has signed it'] });
});

it('is a valid ZIP for other programs, with a page and the verification programs', async () => {
  const file = await made({ is: 'user', id: 10_000_001 });
  const out = path.join(path.dirname(file), 'out');
  mkdirSync(out);
  const unpacked = spawnSync('python3', ['-m', 'zipfile', '-e', file, out], { encoding: 'utf8' });
  expect(unpacked).toMatchObject({ status: 0, stderr: '' });
  const page = readFileSync(path.join(out, 'index.html'), 'utf8');
  expect(page).toContain('<h1>Evidence of account 10000001</h1>');
  expect(page).not.toMatch(/<script|https?:/);
  const { status, stdout } = spawnSync('python3', [path.join(out, 'verify-bundle.py'), file], { encoding: 'utf8' });
  expect({ status, first: stdout.split(' ')[0] }).toEqual({ status: 0, first: 'PROVED:' });
  expect(readFileSync(path.join(out, 'statement/000001.csv'), 'utf8')).toMatch(
    /^position,at,account,kind,against,change,balance\n\d+,\S+Z,10000001\/spot\/\w+\/\w+,\w+,\S+,-?[\d.]+,[\d.]+\n/,
  );
});

it('begins a period in the middle with balances that reconcile, and leads to a later signed head', async () => {
  const [from, until] = [ends[20].position + 1, ends[29].position];
  const file = await made({ is: 'period' }, { from: { position: from }, until: { position: until } });
  const { manifest, unsigned, stateHash: none, rows } = await proved(file);
  expect(manifest).toMatchObject({ from, until, stateHash: null, stateForm: null });
  expect(manifest.runs).toEqual([expect.objectContaining({ first: from, last: ends[34].position })]);
  expect({ unsigned, none }).toEqual({ unsigned: [], none: null });
  expect(rows.some(([, opening, closing]) => opening !== closing)).toBe(true);
  expect(python(file).status).toBe(0);
});

it('contains what touched an order, and the batches up to a signed head', async () => {
  const file = await made({ is: 'order', id: 9 });
  const { manifest, rows } = await proved(file);
  expect(manifest.runs.length).toBeLessThan(4);
  expect(manifest.batches).toBeLessThan(ends.length / 2);
  expect(rows.every(([, opening]) => opening === 0n)).toBe(true);
  expect(rows.some(([account]) => account.startsWith('10000001/'))).toBe(true);
  expect(python(file)).toMatchObject({
    status: 0,
    told: [expect.stringContaining('about order 9, '), ...anything(manifest)],
  });
  await expect(made({ is: 'order', id: 99_999 })).rejects.toThrow('the journal knows nothing of it in that time');
});
const anything = ({ runs }: Manifest): unknown[] => Array.from({ length: runs.length + 1 }, () => expect.anything());

it('states which end is unsigned if heads are missing', async () => {
  const file = await made({ is: 'user', id: 10_000_001 }, {}, []);
  const { signed, unsigned, manifest } = await proved(file);
  expect({ signed, unsigned }).toEqual({ signed: null, unsigned: manifest.runs });
  expect(python(file).told.at(-1)).toMatch(/^nothing in it is signed/);
});

it('is rejected for any flipped byte, with the place', async () => {
  const file = await made({ is: 'user', id: 10_000_001 });
  const bytes = readFileSync(file);
  const entries = await readZip({
    size: bytes.length,
    read: async (from, to) => new Uint8Array(bytes.subarray(from, to)),
  });
  const changed = path.join(folder, 'changed.zip');
  let random = 15;
  const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
  // All headers, the manifest and the directory, and random places of the packed data.
  const places = new Set(Array.from({ length: 700 }, () => next(bytes.length)));
  for (const { offset, name } of entries) for (let at = 0; at < 34 + name.length; at++) places.add(offset + at);
  for (let at = (entries.at(-1)?.offset ?? 0) + 1; at < bytes.length; at += 7) places.add(at);
  let asked = 0;
  for (const at of places) {
    const copy = Buffer.from(bytes);
    copy[at] ^= 1 << next(8);
    writeFileSync(changed, copy);
    const told = await refusal(changed);
    expect({ at, told }).toEqual({ at, told: expect.stringMatching(/^(zip|file|form) \S/) });
    if (asked++ % 250 === 0)
      expect(python(changed)).toMatchObject({ status: 1, told: [expect.stringMatching(/^REFUSED: \S/)] });
  }
  expect(places.size).toBeGreaterThan(1_300);
  for (const length of [0, 10, 21, 22, 5_000, bytes.length - 1]) {
    writeFileSync(changed, bytes.subarray(0, length));
    expect(await refusal(changed)).toMatch(/^zip /);
    expect(python(changed)).toMatchObject({ status: 1, told: [expect.stringMatching(/^REFUSED: \S/)] });
  }
});

/** A forgery by a person who knows the format of bundles. */
async function forged(
  file: string,
  change: (name: string, text: string) => string,
  alter = (manifest: Manifest) => manifest,
) {
  const bytes = readFileSync(file);
  const source = {
    size: bytes.length,
    read: async (from: number, to: number) => new Uint8Array(bytes.subarray(from, to)),
  };
  const out: Uint8Array[] = [];
  const zip = new ZipWriter(async (piece) => void out.push(piece));
  const files = [];
  let manifest: Manifest | null = null;
  for (const entry of await readZip(source)) {
    const text = Buffer.from(unpacked(await packedBytes(source, entry), entry)).toString();
    if (entry.name === MANIFEST) manifest = JSON.parse(text) as Manifest;
    else files.push(await zip.add(entry.name, change(entry.name, text)));
  }
  if (!manifest) throw new Error('no manifest');
  await zip.add(MANIFEST, `${JSON.stringify(alter({ ...manifest, files }))}\n`, 0);
  await zip.end();
  const forgery = path.join(folder, 'forged.zip');
  writeFileSync(forgery, Buffer.concat(out));
  return forgery;
}

describe('by a forger who recomputes all digests', () => {
  let file: string;
  beforeAll(async () => (file = await made({ is: 'period' }, { from: { position: ends[13].position + 1 } })));

  const firstLine = (text: string, change: (line: string) => string): string => {
    const at = text.indexOf('\n');
    return change(text.slice(0, at)) + text.slice(at);
  };
  /** A batch with another text and a matching new hash. */
  const rehashed = (line: string, from: string | RegExp, to: string): string => {
    const { batch } = JSON.parse(line) as { batch: { prev: string } };
    const stored = line.slice(line.indexOf('"batch":') + 8, -1).replace(from, to);
    return exportLine(sha256(batch.prev + stored) as string, stored);
  };

  it.each<[string, RegExp, RegExp, (name: string, text: string) => string]>([
    [
      'an amount',
      /^hash \d+$/,
      /hash at position \d+ does not fit/,
      (name, text) => (name.startsWith('journal/') ? text.replace('"amount":"', '"amount":"1') : text),
    ],
    [
      'an amount and its hash',
      /^order \d+$/,
      /linked to another/,
      (name, text) =>
        name.startsWith('journal/') ? firstLine(text, (line) => rehashed(line, '"actor":"', '"actor":"x')) : text,
    ],
    [
      'a batch taken out',
      /^order \d+$/,
      /left out/,
      (name, text) => (name.startsWith('journal/') ? text.replace(/(?<=\n)[^\n]*\n(?=[^\n]*\n$)/, '') : text),
    ],
    [
      'a line of a statement',
      /^statement statement\/000001\.csv$/,
      /statement\/000001\.csv is not what the batches give/,
      (name, text) => (name.startsWith('statement/') ? text.replace(/\d\n$/, '7\n') : text),
    ],
    [
      'a balance',
      /^statement balances\.csv$|^statement statement/,
      /is not what the batches give|come to nothing/,
      (name, text) => (name === 'balances.csv' ? text.replace(/(\d),(\d)/, '$1,9$2') : text),
    ],
    [
      'a signed line',
      /^heads \d+$/,
      /signature of \S+ does not fit/,
      (name, text) => (name.startsWith('heads/') ? text.replace('"links":0', '"links":1') : text),
    ],
    [
      'a signed line taken out',
      /^heads \d+$/,
      /does not follow/,
      (name, text) => (name.startsWith('heads/') ? text.replace(/(?<=\n)[^\n]*\n/, '') : text),
    ],
  ])('%s', async (_, ours, strangers, change) => {
    const forgery = await forged(file, change);
    expect(await refusal(forgery)).toMatch(ours);
    expect(python(forgery)).toMatchObject({ status: 1, told: [expect.stringMatching(strangers)] });
  });

  it('an invented history: the signed heads contradict it', async () => {
    let [hash, isFirst] = ['', true];
    const forgery = await forged(
      file,
      (name, text) => {
        if (!name.startsWith('journal/')) return text;
        const lines = text
          .trimEnd()
          .split('\n')
          .map((line) => {
            const { batch } = JSON.parse(line) as { batch: { prev: string } };
            const stored = line.slice(line.indexOf('"batch":') + 8, -1);
            const linked = isFirst ? stored.replace('"command":{', '"command":{ ') : stored.replace(batch.prev, hash);
            const prev = isFirst ? batch.prev : hash;
            isFirst = false;
            hash = sha256(prev + linked) as string;
            return exportLine(hash, linked);
          });
        return `${lines.join('\n')}\n`;
      },
      (manifest) => ({ ...manifest, runs: [{ ...manifest.runs[0], hash }] }),
    );
    expect(await refusal(forgery)).toMatch(/^contradicted \d+$/);
    expect(python(forgery)).toMatchObject({
      status: 1,
      told: [expect.stringMatching(/signed heads contradicts the batch/)],
    });
  });

  it('the claims of the manifest', async () => {
    const keep = (_: string, text: string): string => text;
    const told = async (alter: (manifest: Manifest) => Manifest) => refusal(await forged(file, keep, alter));
    expect(await told((manifest) => ({ ...manifest, form: 'evidence/3' }))).toBe('form bundle.json');
    expect(await told((manifest) => ({ ...manifest, form: 'evidence/1' }))).toBe('form bundle.json');
    expect(await told((manifest) => ({ ...manifest, batches: 3 }))).toBe('form bundle.json');
    expect(await told((manifest) => ({ ...manifest, until: manifest.until + 500 }))).toMatch(/^order \d+$/);
    expect(await told((manifest) => ({ ...manifest, stateHash: '0'.repeat(64) }))).toBe('form bundle.json');
    expect(await told((manifest) => ({ ...manifest, about: { is: 'order', id: 3 } }))).toMatch(
      /^statement |^balances /,
    );
    expect(await told((manifest) => ({ ...manifest, core: 'other' }))).toMatch(/^heads \d+$/);
    const whole = await made({ is: 'period' });
    const other = await forged(whole, keep, (manifest) => ({ ...manifest, stateHash: '0'.repeat(64) }));
    expect(await refusal(other)).toMatch(/^state \d+$/);
    const formless = await forged(whole, keep, (manifest) => ({ ...manifest, stateForm: null }));
    expect(await refusal(formless)).toBe('form bundle.json');
  });
});

describe('a bundle with an entry larger than its header states', () => {
  const WHOLE = Buffer.alloc(256 << 20, 'x');
  const packed = deflateRawSync(WHOLE);
  const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

  /** All digests match the first bytes, up to the length in the header; only the file's size reveals further bytes. */
  function bombOf(size: number): string {
    const content = WHOLE.subarray(0, Math.min(size, 1 << 10));
    const manifest = {
      ...{
        form: 'evidence/2',
        core: CORE,
        at: 0,
        journal: { position: 0, hash: '' },
        about: { is: 'period' },
        from: 0,
      },
      ...{ until: 0, batches: 0, runs: [], scales: [], stateHash: null, stateForm: null },
      files: [{ name: 'balances.csv', size, sha256: digestOf(content), packed: digestOf(packed) }],
    };
    const text = Buffer.from(`${JSON.stringify(manifest)}\n`);
    const parts: Uint8Array[] = [];
    const entries: ZipEntry[] = [];
    let offset = 0;
    const add = (facts: Omit<ZipEntry, 'offset' | 'packedSize'>, bytes: Uint8Array): void => {
      const entry = { ...facts, packedSize: bytes.length, offset };
      const header = localHeader(entry);
      parts.push(header, bytes);
      entries.push(entry);
      offset += header.length + bytes.length;
    };
    add({ name: 'balances.csv', method: 8, crc: crc32(content), size }, packed);
    add({ name: MANIFEST, method: 0, crc: crc32(text), size: text.length }, text);
    const file = path.join(folder, 'bomb.zip');
    writeFileSync(file, Buffer.concat([...parts, directoryOf(entries, offset)]));
    return file;
  }

  it.each([
    ['a kilobyte', 1 << 10],
    ['more than deflate can pack into its bytes', 0xffff_fff0],
  ])('is rejected without unpacking: %s', async (_, size) => {
    const bomb = bombOf(size);
    const before = process.resourceUsage().maxRSS;
    expect(await refusal(bomb)).toBe('file balances.csv');
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(96 * 1_024);
    expect(python(bomb)).toMatchObject({ status: 1, told: ['REFUSED: balances.csv is not what was packed'] });
  });
});

describe('a bundle with a state hash of another form', () => {
  const keep = (_: string, text: string): string => text;

  it.each([
    ['an earlier', 1],
    ['a later', STATE_FORM + 1],
  ])('counts as unverified, not different: %s one is named and all else is proved', async (_, form) => {
    const whole = await made({ is: 'period' });
    const file = await forged(whole, keep, (manifest) => ({ ...manifest, stateHash: '0'.repeat(64), stateForm: form }));
    const { stateHash: found, otherForm, events } = await proved(file, KEY.publicKey);
    expect({ found, otherForm }).toEqual({ found: null, otherForm: form });
    expect(events).toBe((await proved(whole)).events);
    expect(python(file)).toMatchObject({
      status: 0,
      told: expect.arrayContaining([expect.stringContaining(`${'0'.repeat(64)}, of form ${form}: `)]),
    });
  });

  it('is rejected if anything else differs', async () => {
    const whole = await made({ is: 'period' });
    const alter = (name: string, text: string): string =>
      name === 'balances.csv' ? text.replace(/\d\n/, '8\n') : text;
    const file = await forged(whole, alter, (manifest) => ({ ...manifest, stateForm: STATE_FORM + 1 }));
    expect(await refusal(file)).toMatch(/^(balances|statement|order) /);
  });
});
