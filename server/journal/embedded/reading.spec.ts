/** Seeking in a segment: correct for every position, without reading the bytes before it. */
import { all, CORE_NAME } from '../../../test/conformance/journal/suite';
import { FaultyFiles } from '../../../test/tools/stores/faulty-files';
import { groupsOf, sampleBatches } from '../../../test/tools/samples/sample-batches';
import { positionOf } from '../../core/event';
import { openEmbeddedJournal } from './embedded-journal';
import type { Files } from './files';
import { readDurable } from './reading';
import { segmentPath } from './segments/segment';

const DIR = '/journal';
const SEGMENT = segmentPath(DIR, 0);
const BATCHES = sampleBatches(6_000);
const DURABLE = positionOf(BATCHES[5_999]);

let files: FaultyFiles;
beforeAll(async () => {
  files = FaultyFiles.empty();
  const journal = await openEmbeddedJournal({ dir: DIR, core: CORE_NAME, files });
  for (const group of groupsOf(BATCHES, 100)) await journal.append(journal.head().position, group);
  await journal.close();
});

test.each([0, 1, 2, 777, 3_000, 4_321, 5_990, 5_998, 5_999])('reads every batch from batch %i on', async (from) => {
  for (const position of new Set([BATCHES[from].first, positionOf(BATCHES[from])])) {
    const found = await all(readDurable(files, { dir: DIR }, position, DURABLE));
    expect(found.map(({ batch }) => batch)).toEqual(BATCHES.slice(from));
  }
});

test('seeking the middle of a segment reads little of it', async () => {
  const { length } = files.contents(SEGMENT);
  expect(length).toBeGreaterThan(4_000_000);
  let bytes = 0;
  const counting: Files = Object.create(files, {
    read: {
      value: (handle: number, target: Uint8Array, position: number): number => {
        const count = files.read(handle, target, position);
        bytes += count;
        return count;
      },
    },
  });
  const position = BATCHES[3_000].first;
  const reading = readDurable(counting, { dir: DIR }, position, position);
  expect(await all(reading)).toHaveLength(1);
  // One piece of a megabyte to scan, one to read on from, and some lines per halving.
  expect(bytes).toBeLessThan(2_300_000);
});

test.each([
  ['garbage', '?'.repeat(700_000)],
  ['garbage with line ends', '?\n'.repeat(350_000)],
  ['half a line', '{"hash":"0000'],
])('bytes beyond the durable position do not mislead a reader: %s', async (_what, rest) => {
  const open = FaultyFiles.empty();
  open.place(SEGMENT, Buffer.concat([files.contents(SEGMENT), Buffer.from(rest)]));
  for (const from of [0, 2_500, 5_999]) {
    const found = await all(readDurable(open, { dir: DIR }, BATCHES[from].first, DURABLE));
    expect(found.map(({ batch }) => batch)).toEqual(BATCHES.slice(from));
  }
});
