/** A flipped byte in any stored segment, seal, snapshot or signed head is detected, with the file's name. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareHeads } from '../../../server/audit/signed-heads';
import { replayJournal } from '../../../server/audit/replay';
import { compareSnapshots } from '../../../server/audit/snapshots';
import { openPath, type AuditedJournal } from '../../../server/audit/source';
import { CORE_NAME } from '../../../server/compose';
import { encodeBody } from '../../../server/products/core';
import { writeSnapshot } from '../../../server/engine/snapshot-files';
import { headsDirectory } from '../../../server/signed-heads/head-files';
import { HeadSigner } from '../../../server/signed-heads/signer';
import { archiveSegments } from '../../../server/journal/embedded/segments/archive';
import { openEmbeddedJournal } from '../../../server/journal/embedded/embedded-journal';
import { nodeFiles } from '../../../server/journal/embedded/files';
import { SegmentKeeper } from '../../../server/journal/embedded/segments/segment-keeper';
import { journalDirectory } from '../../../server/journal/source';
import { openDatabase } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { ALICE, buy, asUser, Exchange, LISTINGS, sell } from '../../tools/fixtures/core-fixture';

/** Several thousand in total. */
const FLIPS_A_FILE = 100;
/** Small enough to close some segments. */
const SEGMENT_BYTES = 16_000;

let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'flipped-'));
  const exchange = new Exchange();
  for (const step of LISTINGS) exchange.take(step);
  for (let trade = 0; trade < 40; trade++) {
    exchange.take(asUser(ALICE, sell(100, 1)));
    exchange.take(buy(100, 1));
  }
  const dir = journalDirectory(dataDir);
  const journal = await openEmbeddedJournal({ dir, core: CORE_NAME, segmentBytes: SEGMENT_BYTES });
  // Groups of one and of three, the last one of three: the group's frame lies outside the hashes of its batches.
  let { position } = journal.head();
  const drafts = exchange.batches.map((batch) => ({ batch, body: encodeBody(batch) }));
  for (let from = drafts.length % 3; from > 0; from--)
    ({ position } = await journal.append(position, drafts.splice(0, 1)));
  while (drafts.length > 0) ({ position } = await journal.append(position, drafts.splice(0, 3)));
  const database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
  const signed = {
    signed: () => undefined,
    failed: (error: Error) => {
      throw error;
    },
  };
  await new HeadSigner({ config: { dataDir }, core: CORE_NAME, journal, database, clock: Date.now, ...signed }).sign();
  await database.close();
  const { hash } = journal.head();
  await journal.close();
  for (const step of new SegmentKeeper(nodeFiles, { dir }, CORE_NAME).work()) void step;
  for (const step of archiveSegments(nodeFiles, { dir }, 200)) void step;
  const { state } = await replayJournal(await openPath(dataDir, CORE_NAME), null);
  writeSnapshot(path.join(dataDir, 'snapshots'), state, hash);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The complaint of `audit -- verify` about all parts or only the changed one; null if there is none. */
async function complaintOf(directory: string, known?: AuditedJournal, part?: string): Promise<string | null> {
  try {
    const journal = known ?? (await openPath(directory, CORE_NAME));
    if (part !== 'snapshots') await compareHeads(headsDirectory(directory), CORE_NAME, journal);
    if (part !== 'heads') await compareSnapshots(path.join(directory, 'snapshots'), journal);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The complaint expected for each kind of file after a flipped byte. */
const NAMES: readonly (readonly [folder: string, file: RegExp, named: (name: string) => RegExp])[] = [
  // The tail of an open segment may be unfinished; a signed head proves that it was complete.
  ['journal', /\d{20}\.jsonl$/, (name) => new RegExp(`${name}|^line \\d+ of the signed heads: .* the journal ends at`)],
  ['journal', /\.jsonl\.gz$/, (name) => new RegExp(name)],
  ['journal', /\.seal\.json$/, (name) => new RegExp(name.replace('.seal.json', ''))],
  ['snapshots', /\.jsonl$/, (name) => new RegExp(`^snapshot ${name}`)],
  ['heads', /\.jsonl$/, () => /^line \d+ of the signed heads: |of the signed heads ends in half a line/],
];

it('contains every kind of file and verifies before the change', async () => {
  expect(await complaintOf(dataDir)).toBeNull();
  for (const [folder, pattern] of NAMES) {
    expect(readdirSync(path.join(dataDir, folder)).filter((name) => pattern.test(name))).not.toEqual([]);
  }
});

it.each(NAMES)(
  '%s: %s',
  async (folder, pattern, named) => {
    const copy = mkdtempSync(path.join(tmpdir(), 'flipped-copy-'));
    cpSync(dataDir, copy, { recursive: true });
    // Unchanged parts are verified once.
    const known = folder === 'journal' ? undefined : await openPath(copy, CORE_NAME);
    let random = 15;
    const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
    let flips = 0;
    for (const name of readdirSync(path.join(copy, folder)).filter((one) => pattern.test(one))) {
      const file = path.join(copy, folder, name);
      const bytes = readFileSync(file);
      // Every byte of small files; random places and the last line of others.
      const places = new Set(Array.from({ length: FLIPS_A_FILE }, () => next(bytes.length)));
      for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 40); at--) places.add(at);
      for (const at of places) {
        const changed = Buffer.from(bytes);
        changed[at] ^= 1 << next(8);
        writeFileSync(file, changed);
        const complaint = await complaintOf(copy, known, folder);
        expect({ name, at, complaint }).toEqual({ name, at, complaint: expect.stringMatching(named(name)) });
        flips++;
      }
      writeFileSync(file, bytes);
    }
    expect(flips).toBeGreaterThan(100);
    expect(await complaintOf(copy)).toBeNull();
    rmSync(copy, { recursive: true, force: true });
  },
  240_000,
);
