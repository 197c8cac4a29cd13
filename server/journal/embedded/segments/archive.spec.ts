/** Compressed and archived segments: which readers use them, which do without, and which report missing ones. */
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { all, chained, CORE_NAME } from '../../../../test/conformance/journal/suite';
import { FaultyFiles, PowerCut, seeded } from '../../../../test/tools/stores/faulty-files';
import { groupsOf, sampleBatches } from '../../../../test/tools/samples/sample-batches';
import { archiveSegments } from './archive';
import { openEmbeddedJournal } from '../embedded-journal';
import type { Files } from '../files';
import { inspectJournal, type Inspection } from '../inspect';
import { SegmentKeeper } from './segment-keeper';

const DIR = '/journal';
const ARCHIVE = '/cold';
const BATCHES = sampleBatches(40);
const HISTORY = chained(BATCHES);
const HEAD = HISTORY[39].position;

let files: FaultyFiles;
/** The segments as written, oldest first. */
let segments: string[];
let written: Map<string, Buffer>;
beforeEach(async () => {
  files = FaultyFiles.empty();
  const journal = await open(files, 0);
  for (const group of groupsOf(BATCHES, 3)) await journal.append(journal.head().position, group);
  await journal.close();
  segments = files.list(DIR);
  expect(segments.length).toBeGreaterThan(5);
  written = new Map(segments.map((name) => [name, files.contents(path.join(DIR, name))]));
  Array.from(keeper(files).work());
});

describe.each([
  ['compressed where they are', undefined],
  ['moved to the archive', ARCHIVE],
])('closed segments, %s', (_, archive) => {
  const where = archive ?? DIR;

  test('keep their contents, except the newest and those without a snapshot', () => {
    const covered = firstOf(segments[3]);
    const found = [...archiveSegments(files, { dir: DIR, archive }, covered)];
    expect(found.map(({ from, to }) => [from, to])).toEqual(
      segments.slice(0, 3).map((name) => [path.join(DIR, name), path.join(where, `${name}.gz`)]),
    );
    for (const name of segments.slice(0, 3)) {
      expect(gunzipSync(files.contents(path.join(where, `${name}.gz`)))).toEqual(written.get(name));
    }
    expect(files.list(DIR).filter((name) => name.endsWith('.jsonl'))).toEqual(segments.slice(3));
    expect(archived(archive, covered)).toEqual([]);
    expect(archived(archive, HEAD + 1)).toHaveLength(segments.length - 5);
    expect(archived(archive, HEAD + 1)).toEqual([]);
  });

  test('are readable from every position and checked after the start', async () => {
    archived(archive, HEAD);
    for (const hashesFrom of [0, HEAD]) {
      const journal = await open(files, hashesFrom, archive);
      for (let from = 0; from <= HEAD; from += 5) {
        const at = HISTORY.findIndex(({ position }) => position >= from);
        expect(await all(journal.read(from))).toEqual(HISTORY.slice(at));
      }
      await journal.close();
    }
    expect(findings(archive)).toEqual(segments.slice(1).map(() => 'sound'));
    expect(inspected(archive)).toMatchObject({ head: { position: HEAD, hash: HISTORY[39].hash }, rest: 0 });
    expect(inspected(archive).seals).toBe(segments.length - 1);
  });

  test('that are damaged on the way are found by name', () => {
    archived(archive, HEAD);
    const packed = path.join(where, `${segments[1]}.gz`);
    const bytes = files.contents(packed);
    bytes[bytes.length >> 1] ^= 0x10;
    files.place(packed, bytes);
    expect(findings(archive)).toEqual(['sound', 'damaged']);
    expect(() => inspected(archive)).toThrow(packed);
  });

  test('survive a power cut at any step', async () => {
    for (let cutAt = 0; ; cutAt++) {
      const cut = files.afterPowerLoss(seeded(cutAt), { cutAt });
      let isCut = false;
      try {
        Array.from(archiveSegments(cut, { dir: DIR, archive }, HEAD));
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
        isCut = true;
      }
      const found = cut.afterPowerLoss(seeded(cutAt + 1));
      Array.from(archiveSegments(found, { dir: DIR, archive }, HEAD));
      const journal = await open(found, 0, archive);
      expect(await all(journal.read(0))).toEqual(HISTORY);
      await journal.close();
      if (!isCut) break;
      expect(cutAt).toBeLessThan(200);
    }
  });
});

test('damaged earlier are not compressed, so that the next start finds them', () => {
  const oldest = path.join(DIR, segments[0]);
  const bytes = files.contents(oldest);
  bytes[100] ^= 1;
  files.place(oldest, bytes);
  expect(() => archived(undefined, HEAD)).toThrow(`${oldest} is not what its seal says: its bytes are others`);
  expect(files.contents(oldest)).toEqual(bytes);
});

describe('a missing archive', () => {
  beforeEach(() => void archived(ARCHIVE, HEAD));
  const missing = () => path.join(DIR, segments[0]);

  test('does not block a start whose snapshot covers it, and the keeper reports unchecked segments', async () => {
    const journal = await open(files, HEAD);
    expect(journal.head()).toEqual({ position: HEAD, hash: HISTORY[39].hash });
    expect(findings(undefined).slice(0, 2)).toEqual(['away', 'away']);
    await journal.close();
  });

  test('is named, with the segment, to a reader of that range', async () => {
    const wanted = `${missing()} was moved away, and is needed: put it back, or name its directory in JOURNAL_ARCHIVE`;
    const journal = await open(files, HEAD);
    await expect(all(journal.read(0))).rejects.toThrow(wanted);
    await journal.close();
    await expect(open(files, 0)).rejects.toThrow(wanted);
    expect(() => inspected(undefined)).toThrow(wanted);
  });
});

test('a segment compressed between listing and reading is still read', async () => {
  const journal = await open(files, HEAD);
  let isListed = false;
  const moving: Files = Object.create(files, {
    list: {
      value: (dir: string): string[] => {
        const names = files.list(dir);
        if (!isListed) {
          isListed = true;
          archived(undefined, HEAD);
        }
        return names;
      },
    },
  });
  const again = new SegmentKeeper(moving, { dir: DIR }, CORE_NAME);
  expect([...again.work()].map(({ is }) => is)).toEqual(segments.slice(1).map(() => 'sound'));
  await journal.close();
});

describe('a read-only inspection', () => {
  const last = () => path.join(DIR, segments[segments.length - 1]);

  test('ends with the last complete group and reports the bytes behind it', () => {
    const bytes = files.contents(last());
    const group = bytes.lastIndexOf('{"hash"');
    files.place(last(), bytes.subarray(0, -10));
    const whole = inspected(undefined);
    expect(whole.head.position).toBeLessThan(HEAD);
    expect(HISTORY.map(({ hash }) => hash)).toContain(whole.head.hash);
    expect(whole.rest).toBeGreaterThanOrEqual(bytes.length - 10 - group);
    expect(files.contents(last())).toEqual(bytes.subarray(0, -10));
  });

  test('names earlier damage', () => {
    const bytes = files.contents(last());
    bytes[bytes.indexOf('"amount":"') + 10] ^= 1;
    files.place(last(), bytes);
    expect(() => inspected(undefined)).toThrow(
      `${last()} at byte 0: its hash does not fit, and there is more behind it`,
    );
  });

  test('names a seal that does not match', () => {
    const seal = path.join(DIR, segments[1].replace('.jsonl', '.seal.json'));
    files.place(
      seal,
      Buffer.from(
        files
          .contents(seal)
          .toString()
          .replace(/"group":\d+/, '"group":99'),
      ),
    );
    expect(() => inspected(undefined)).toThrow('is not what its seal says: its place in the chain is another');
  });
});

function open(on: Files, hashesFrom: number, archive?: string) {
  return openEmbeddedJournal({ dir: DIR, archive, core: CORE_NAME, segmentBytes: 5_000, files: on, hashesFrom });
}

function keeper(on: Files, archive?: string): SegmentKeeper {
  return new SegmentKeeper(on, { dir: DIR, archive }, CORE_NAME);
}

function findings(archive: string | undefined): string[] {
  return [...keeper(files, archive).work()].map(({ is }) => is);
}

function archived(archive: string | undefined, covered: number): string[] {
  return [...archiveSegments(files, { dir: DIR, archive }, covered)].map(({ to }) => to);
}

function inspected(archive: string | undefined): Inspection {
  const steps = inspectJournal({ dir: DIR, archive }, CORE_NAME, files);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function firstOf(name: string): number {
  return Number(name.slice(0, 20));
}
