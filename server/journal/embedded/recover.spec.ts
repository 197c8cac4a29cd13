/** Files that a start accepts, repairs or rejects, and its error messages. */
import * as path from 'node:path';
import { all, chained, CORE_NAME } from '../../../test/conformance/journal/suite';
import { FaultyFiles } from '../../../test/tools/stores/faulty-files';
import { groupsOf, sampleBatches } from '../../../test/tools/samples/sample-batches';
import { openEmbeddedJournal } from './embedded-journal';
import { JournalTornError } from './recover';
import { JournalDamagedError } from './segments/segment-file';
import { segmentPath } from './segments/segment';

const DIR = '/journal';
const BATCHES = sampleBatches(20);
const HISTORY = chained(BATCHES);
const GROUP = 5;
const FIRST_SEGMENT = segmentPath(DIR, 0);

describe('a torn end', () => {
  test.each([1, 20, 64, 200])('with %i extra bytes is moved to another file, and nothing is lost', async (bytes) => {
    const { files, found } = await startOn((lines) => `${lines.join('')}${'?'.repeat(bytes)}`);
    expect(found).toEqual(HISTORY);
    expect(tornOf(files)).toEqual(['?'.repeat(bytes)]);
  });

  test('is truncated at the first bad byte of the last group: earlier batches stay, the rest is moved to another file', async () => {
    for (let missing = 1; missing <= GROUP; missing++) {
      const { files, found } = await startOn((lines) => {
        const bad = lines.length - missing;
        return lines.map((line, index) => (index === bad ? line.replace(/"v":\d/, '"v":7') : line)).join('');
      });
      expect(found).toEqual(HISTORY.slice(0, 20 - missing));
      expect(tornOf(files).join('').split('\n')).toHaveLength(missing + 1);
      // The next start finds complete groups only and nothing to repair.
      expect(await read(files)).toEqual(HISTORY.slice(0, 20 - missing));
      expect(tornOf(files)).toHaveLength(1);
    }
  });

  test('may be at any byte of the last group', async () => {
    const whole = await linesOf();
    const text = whole.join('');
    const lastGroup = whole.slice(0, 15).join('').length;
    for (let length = lastGroup; length < text.length; length += 37) {
      const { found } = await startOn(() => text.slice(0, length));
      const lines = text.slice(0, length).split('\n').length - 1;
      expect(found).toEqual(HISTORY.slice(0, lines));
    }
  });

  test('may have later batches of its group behind a gap, which are moved with it', async () => {
    const { files, found } = await startOn((lines) =>
      lines.map((line, index) => (index === 16 ? '\0'.repeat(line.length) : line)).join(''),
    );
    expect(found).toEqual(HISTORY.slice(0, 16));
    expect(tornOf(files)[0]).toContain(HISTORY[19].hash);
  });

  test('is moved to a new file each time', async () => {
    const { files } = await startOn((lines) => `${lines.join('')}first`);
    files.place(FIRST_SEGMENT, Buffer.concat([files.contents(FIRST_SEGMENT), Buffer.from('second')]));
    await read(files);
    expect(tornOf(files).sort()).toEqual(['first', 'second']);
  });

  test('in a new segment leaves the older ones unchanged', async () => {
    const files = await written(GROUP * 900);
    const last = segmentsIn(files).at(-1)!;
    files.place(last, files.contents(last).subarray(0, 40));
    const before = (await read(files)).length;
    expect(before).toBeLessThan(20);
    expect(before % GROUP).toBe(0);
  });
});

describe('a durable end', () => {
  const spoiled = async (change: (lines: string[]) => string): Promise<FaultyFiles> => {
    const files = FaultyFiles.empty();
    files.place(FIRST_SEGMENT, Buffer.from(change(await linesOf())));
    return files;
  };
  const open = (files: FaultyFiles, witnessed: number) =>
    openEmbeddedJournal({ dir: DIR, core: CORE_NAME, files, witnessed });

  test.each([
    [
      'a flipped bit',
      (lines: string[]) => lines.map((line, index) => (index === 17 ? line.replace(/"v":\d/, '"v":9') : line)).join(''),
    ],
    ['a cut in a line', (lines: string[]) => lines.slice(0, 18).join('').slice(0, -9)],
    ['a cut between lines', (lines: string[]) => lines.slice(0, 17).join('')],
  ])('%s in it is rejected, and the files stay unchanged', async (_what, change) => {
    const files = await spoiled(change);
    const before = files.contents(FIRST_SEGMENT);
    const error = await open(files, HISTORY[17].position).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(JournalTornError);
    expect(error).toMatchObject({ position: HISTORY[16].position });
    expect((error as Error).message).toContain(`${FIRST_SEGMENT} at byte`);
    expect(files.contents(FIRST_SEGMENT)).toEqual(before);
    expect(files.list(DIR)).toEqual([path.basename(FIRST_SEGMENT)]);
    // The durable part is complete; only later bytes may be torn.
    expect((await open(files, HISTORY[16].position)).head().position).toBe(HISTORY[16].position);
  });

  test('also if the first group is gone completely', async () => {
    const files = await spoiled((lines) => lines[0].slice(0, 40));
    await expect(open(files, 0)).rejects.toMatchObject({ position: -1 });
  });
});

describe('damage below the last group stops the start and is named', () => {
  test.each([
    ['a changed amount', (line: string) => line.replace(/"amount":"(\d)/, '"amount":"9$1')],
    ['a hole', (line: string) => '\0'.repeat(line.length)],
    ['a missing line', () => ''],
    ['a repeated line', (line: string) => line + line],
    ['a line that is none', (line: string) => `${line}none\n`],
    ['a hash that was made to fit the batch alone', (line: string) => line.replace(/"hash":"../, '"hash":"00')],
    ['a changed count', (line: string) => line.replace('"count":5', '"count":4')],
  ])('%s', async (_what, damage) => {
    // First and last of a group, one in its middle, and the last before the highest group.
    for (const at of [0, 4, 7, 14]) {
      const start = startOn((lines) => lines.map((line, index) => (index === at ? damage(line) : line)).join(''));
      const error = await start.then(
        () => null,
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(JournalDamagedError);
      expect((error as Error).message).toMatch(/group [1-4] is not whole/);
      expect((error as Error).message).toContain(FIRST_SEGMENT);
    }
  });

  test('a missing group', async () => {
    const start = startOn((lines) => [...lines.slice(0, 5), ...lines.slice(10)].join(''));
    await expect(start).rejects.toThrow('group 2 is not whole');
  });

  test('a missing segment', async () => {
    const files = await written(GROUP * 900);
    const without = FaultyFiles.empty();
    for (const file of segmentsIn(files).filter((_, index) => index !== 1)) without.place(file, files.contents(file));
    await expect(read(without)).rejects.toBeInstanceOf(JournalDamagedError);
  });

  test('a segment cut short that another one follows', async () => {
    const files = await written(GROUP * 900);
    const first = segmentsIn(files)[0];
    files.place(first, files.contents(first).subarray(0, -10));
    await expect(read(files)).rejects.toThrow('group 1 is not whole');
  });

  test('leaves the files unchanged', async () => {
    const files = FaultyFiles.empty();
    const damaged = Buffer.from((await linesOf()).filter((_, index) => index !== 3).join(''));
    files.place(FIRST_SEGMENT, damaged);
    await expect(read(files)).rejects.toBeInstanceOf(JournalDamagedError);
    expect(files.contents(FIRST_SEGMENT)).toEqual(damaged);
    expect(files.list(DIR)).toEqual([path.basename(FIRST_SEGMENT)]);
  });
});

test('another core’s journal is rejected', async () => {
  const files = await written();
  const start = openEmbeddedJournal({ dir: DIR, core: 'another', files });
  await expect(start).rejects.toBeInstanceOf(JournalDamagedError);
});

test('hashes of segments before a snapshot’s position need no check, later ones do', async () => {
  const files = await written(GROUP * 900);
  const first = segmentsIn(files)[0];
  const changed = files
    .contents(first)
    .toString()
    .replace(/"amount":"(\d)/, '"amount":"9$1');
  files.place(first, Buffer.from(changed));
  const open = (hashesFrom: number) => openEmbeddedJournal({ dir: DIR, core: CORE_NAME, files, hashesFrom });
  await expect(open(0)).rejects.toBeInstanceOf(JournalDamagedError);
  expect((await open(HISTORY[19].position)).head().position).toBe(HISTORY[19].position);
});

/** A journal of four groups of five batches. */
async function written(segmentBytes?: number): Promise<FaultyFiles> {
  const files = FaultyFiles.empty();
  const journal = await openEmbeddedJournal({ dir: DIR, core: CORE_NAME, segmentBytes, files });
  for (const group of groupsOf(BATCHES, GROUP)) await journal.append(journal.head().position, group);
  await journal.close();
  return files;
}

async function linesOf(): Promise<string[]> {
  const text = (await written()).contents(FIRST_SEGMENT).toString();
  return text.split(/(?<=\n)/);
}

/** Starts on the one segment of `written` after `change`. */
async function startOn(change: (lines: string[]) => string) {
  const files = FaultyFiles.empty();
  files.place(FIRST_SEGMENT, Buffer.from(change(await linesOf())));
  return { files, found: await read(files) };
}

async function read(files: FaultyFiles) {
  const journal = await openEmbeddedJournal({ dir: DIR, core: CORE_NAME, files });
  const found = await all(journal.read(0));
  await journal.close();
  return found;
}

function segmentsIn(files: FaultyFiles): string[] {
  return namesEnding(files, '.jsonl');
}

function tornOf(files: FaultyFiles): string[] {
  return namesEnding(files, '.torn').map((file) => files.contents(file).toString());
}

function namesEnding(files: FaultyFiles, end: string): string[] {
  return files
    .list(DIR)
    .filter((name) => name.endsWith(end))
    .map((name) => path.join(DIR, name));
}
