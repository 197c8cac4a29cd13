/** Sealed segments: use of seals at a start, and damage found at the start and afterwards. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { all, chained, CORE_NAME } from '../../../../test/conformance/journal/suite';
import { FaultyFiles, PowerCut } from '../../../../test/tools/stores/faulty-files';
import { groupsOf, sampleBatches } from '../../../../test/tools/samples/sample-batches';
import { openEmbeddedJournal } from '../embedded-journal';
import type { Files } from '../files';
import { JournalDamagedError } from './segment-file';
import { startKeeper } from './keeper';
import { SegmentKeeper, type SegmentFinding } from './segment-keeper';
import { readSeal, sealPath } from './segment-seal';

const DIR = '/journal';
const BATCHES = sampleBatches(40);
const HISTORY = chained(BATCHES);
const HEAD = HISTORY[39].position;
const SEGMENT_BYTES = 5_000;

test('closed segments are sealed, oldest first; the current one is not', async () => {
  const files = await written();
  const segments = segmentsIn(files);
  expect(segments.length).toBeGreaterThan(4);
  const found = [...keeper(files).work()];
  expect(found.map(({ is, path: file }) => [is, file])).toEqual(segments.slice(0, -1).map((file) => ['sealed', file]));
  expect(readSeal(files, DIR, firstOf(segments.at(-1)!))).toBeNull();
  // Each once: the same process does not read a checked segment again, the next process does.
  const again = keeper(files);
  expect([...again.work()].map(({ is }) => is)).toEqual(segments.slice(1).map(() => 'sound'));
  expect([...again.work()]).toEqual([]);
});

test('a start reads no line of sealed segments, and compares the bytes of the newest and of those without a snapshot', async () => {
  const files = await sealed();
  const segments = segmentsIn(files);
  const [oldest, , covering] = segments;
  expect(readBy(files, 0)).toEqual(new Set(segments));
  expect(readBy(files, HEAD)).toEqual(new Set(segments.slice(-2)));
  expect(readBy(files, firstOf(covering))).toEqual(new Set(segments.slice(2)));
  // Only the length of the oldest one was checked.
  change(files, oldest);
  expect((await open(files, HEAD)).head()).toEqual({ position: HEAD, hash: HISTORY[39].hash });
  await expect(open(files, 0)).rejects.toThrow(`${oldest} is not what its seal says: its bytes are others`);
});

test('the journal continues behind sealed segments as behind others', async () => {
  const files = await sealed();
  const more = sampleBatches(20, HEAD + 1);
  const journal = await open(files, HEAD);
  for (const group of groupsOf(more, 3)) await journal.append(journal.head().position, group);
  await journal.close();
  expect([...keeper(files).work()].map(({ is }) => is)).not.toContain('damaged');
  expect((await all((await open(files, 0)).read(0))).map(({ batch }) => batch)).toEqual([...BATCHES, ...more]);
});

test('a sealed segment is never written to, even as the last remaining one', async () => {
  const files = await sealed();
  const segments = segmentsIn(files);
  const without = FaultyFiles.empty();
  for (const name of files.list(DIR)) {
    const file = path.join(DIR, name);
    if (file !== segments.at(-1)) without.place(file, files.contents(file));
  }
  const lastSealed = segments.at(-2)!;
  const before = without.contents(lastSealed);
  const journal = await open(without, 0);
  const { position } = journal.head();
  const [next] = groupsOf(sampleBatches(1, position + 1), 1);
  await journal.append(position, next);
  expect(without.contents(lastSealed)).toEqual(before);
  expect(segmentsIn(without)).toHaveLength(segments.length);
});

describe('a sealed segment that does not match its seal', () => {
  test('stops the start if it is the newest', async () => {
    const files = await sealed();
    change(files, segmentsIn(files).at(-2)!);
    await expect(open(files, HEAD)).rejects.toBeInstanceOf(JournalDamagedError);
  });

  test('stops the start if its length differs', async () => {
    const files = await sealed();
    const [oldest] = segmentsIn(files);
    files.place(oldest, files.contents(oldest).subarray(0, -1));
    await expect(open(files, HEAD)).rejects.toThrow('bytes, not');
  });

  test('stops the start if its seal belongs to another chain', async () => {
    const files = await sealed();
    const [, second] = segmentsIn(files);
    const seal = sealPath(DIR, firstOf(second));
    const forged = { ...readSeal(files, DIR, firstOf(second))!, prev: '0'.repeat(64) };
    files.place(seal, Buffer.from(JSON.stringify(forged)));
    await expect(open(files, HEAD)).rejects.toThrow('it is linked to another batch');
  });

  test('is found after a start that did not read it', async () => {
    const files = await sealed();
    const [oldest] = segmentsIn(files);
    change(files, oldest);
    await open(files, HEAD);
    expect([...keeper(files).work()]).toEqual([
      { is: 'damaged', path: oldest, message: `${oldest} is not what its seal says: its bytes are others` },
    ]);
  });
});

test('an inconsistent segment is not sealed', async () => {
  const files = await written();
  const [, second] = segmentsIn(files);
  change(files, second);
  expect([...keeper(files).work()].map(({ is }) => is)).toEqual(['sealed', 'damaged']);
  expect(readSeal(files, DIR, firstOf(second))).toBeNull();
});

test('an unreadable seal is replaced after reading the lines', async () => {
  const files = await sealed();
  const [oldest] = segmentsIn(files);
  files.place(sealPath(DIR, 0), Buffer.from('{"v":1'));
  expect((await open(files, HEAD)).head().position).toBe(HEAD);
  expect([...keeper(files).work()][0]).toEqual({ is: 'sealed', path: oldest, position: expect.any(Number) as number });
});

test('a power cut at any step of sealing loses at most the seal', async () => {
  for (let cutAt = 0; cutAt < 12; cutAt++) {
    const whole = await written();
    const files = whole.afterPowerLoss(() => 0.3, { cutAt });
    try {
      Array.from(keeper(files).work());
    } catch (error) {
      expect(error).toBeInstanceOf(PowerCut);
    }
    for (const chance of [0.1, 0.9]) {
      const found = files.afterPowerLoss(() => chance);
      const journal = await open(found, HEAD);
      expect((await all(journal.read(0))).length).toBe(40);
      await journal.close();
      expect([...keeper(found).work()].map(({ is }) => is)).not.toContain('damaged');
    }
  }
});

test('a thread seals beside the writer and reports its findings', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'keeper-'));
  const journal = await openEmbeddedJournal({ dir, core: CORE_NAME, segmentBytes: SEGMENT_BYTES });
  for (const group of groupsOf(BATCHES, 3)) await journal.append(journal.head().position, group);
  const segments = fs.readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
  const damaged = path.join(dir, segments[2]);
  const text = fs.readFileSync(damaged, 'utf8');
  fs.writeFileSync(damaged, text.replace(/"v":\d/, '"v":9'));
  const found: SegmentFinding[] = [];
  await new Promise<void>((resolve, reject) => {
    const running = startKeeper(
      { dir, core: CORE_NAME },
      (finding) => {
        found.push(finding);
        if (finding.is === 'damaged') void running.close().then(resolve);
      },
      reject,
    );
  });
  expect(found.map(({ is, path: file }) => [is, path.basename(file)])).toEqual([
    ['sealed', segments[0]],
    ['sealed', segments[1]],
    ['damaged', segments[2]],
  ]);
  expect(fs.statSync(sealPath(dir, 0)).mode & 0o077).toBe(0);
  await journal.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('the thread starts when a segment is closed', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'keeper-'));
  const journal = await openEmbeddedJournal({ dir, core: CORE_NAME, segmentBytes: SEGMENT_BYTES });
  const found: SegmentFinding[] = [];
  let hear = (): void => undefined;
  const heard = new Promise<void>((resolve) => (hear = resolve));
  let failure: Error | null = null;
  const running = startKeeper(
    { dir, core: CORE_NAME },
    (finding) => {
      found.push(finding);
      hear();
    },
    (error) => {
      failure = error;
      hear();
    },
    10,
  );
  for (const group of groupsOf(BATCHES, 3)) await journal.append(journal.head().position, group);
  await heard;
  await running.close();
  expect(failure).toBeNull();
  const [first] = fs.readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
  expect(found[0]).toMatchObject({ is: 'sealed', path: path.join(dir, first) });
  await journal.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

async function written(): Promise<FaultyFiles> {
  const files = FaultyFiles.empty();
  const journal = await open(files, 0);
  for (const group of groupsOf(BATCHES, 3)) await journal.append(journal.head().position, group);
  await journal.close();
  return files;
}

async function sealed(): Promise<FaultyFiles> {
  const files = await written();
  for (const finding of keeper(files).work()) expect(finding.is).toBe('sealed');
  return files;
}

function open(files: Files, hashesFrom: number) {
  return openEmbeddedJournal({ dir: DIR, core: CORE_NAME, segmentBytes: SEGMENT_BYTES, files, hashesFrom });
}

function keeper(files: Files): SegmentKeeper {
  return new SegmentKeeper(files, { dir: DIR }, CORE_NAME);
}

/** The segments that a start reads from. */
function readBy(files: FaultyFiles, hashesFrom: number): Set<string> {
  const names = new Map<number, string>();
  const touched = new Set<string>();
  const watching: Files = Object.create(files, {
    open: {
      value: (file: string): number => {
        const handle = files.open(file);
        names.set(handle, file);
        return handle;
      },
    },
    read: {
      value: (handle: number, target: Uint8Array, position: number): number => {
        const name = names.get(handle);
        if (name?.endsWith('.jsonl')) touched.add(name);
        return files.read(handle, target, position);
      },
    },
  });
  void open(watching, hashesFrom);
  return touched;
}

/** Changes one digit of an amount; the length stays the same. */
function change(files: FaultyFiles, file: string): void {
  const text = files.contents(file).toString();
  files.place(
    file,
    Buffer.from(text.replace(/"amount":"(\d)/, (_, digit: string) => `"amount":"${9 - Number(digit)}`)),
  );
}

function segmentsIn(files: FaultyFiles): string[] {
  const names = files.list(DIR).filter((name) => name.endsWith('.jsonl'));
  return names.map((name) => path.join(DIR, name));
}

function firstOf(segment: string): number {
  return Number(path.basename(segment, '.jsonl'));
}
