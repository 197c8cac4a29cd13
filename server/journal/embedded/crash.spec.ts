/** Cuts the power at every step, on a disk that forgets and reorders everything not synced. */
import { all, chained, CORE_NAME } from '../../../test/conformance/journal/suite';
import { FaultyFiles, PowerCut, seeded, type FaultyOptions } from '../../../test/tools/stores/faulty-files';
import { groupsOf, sampleBatches } from '../../../test/tools/samples/sample-batches';
import type { StoredBatch } from '../port';
import { openEmbeddedJournal } from './embedded-journal';

const DIR = '/journal';
/** Small enough for several segments of the groups below. */
const SEGMENT_BYTES = 6_000;
const BATCHES = sampleBatches(24);
const HISTORY = chained(BATCHES);
const GROUPS = [...groupsOf(BATCHES.slice(0, 12), 1), ...groupsOf(BATCHES.slice(12), 4)];
const SEEDS = [1, 2, 3];

test('after a power cut at any step every acknowledged batch is there and the chain continues', async () => {
  const steps = await stepsOf(appendAllOf);
  for (let cutAt = 0; cutAt <= steps; cutAt++) {
    const { files, answered } = await appendUntilCut({ cutAt });
    for (const seed of SEEDS) {
      const found = await reopened(files.afterPowerLoss(seeded(seed)));
      expectPrefix(found, answered, `cut at step ${cutAt}, seed ${seed}`);
    }
  }
});

test('a power cut at any step of repairing a torn end changes none of that', async () => {
  let cuts = 0;
  for (let cutAt = 0; cutAt <= (await stepsOf(appendAllOf)); cutAt++) {
    const { files, answered } = await appendUntilCut({ cutAt });
    for (let again = 0; ; again++) {
      const mending = files.afterPowerLoss(seeded(cutAt), { cutAt: again });
      const wasCut = await isCut(() => reopened(mending));
      const found = await reopened(mending.afterPowerLoss(seeded(again)));
      expectPrefix(found, answered, `cut at step ${cutAt}, then at step ${again} of the start`);
      if (!wasCut) break;
      cuts++;
    }
  }
  expect(cuts).toBeGreaterThan(100);
});

test('batches that a start has read stay, even without an earlier acknowledgement', async () => {
  for (let cutAt = 0; cutAt <= (await stepsOf(appendAllOf)); cutAt++) {
    const { files } = await appendUntilCut({ cutAt });
    const started = files.afterPowerLoss(seeded(cutAt + 7));
    const shown = await reopened(started);
    const found = await reopened(started.afterPowerLoss(seeded(cutAt + 8)));
    expect(found).toEqual(shown);
  }
});

test('the journal continues after a power cut, in a file that every later start accepts', async () => {
  for (let cutAt = 0; cutAt <= (await stepsOf(appendAllOf)); cutAt++) {
    const files = (await appendUntilCut({ cutAt })).files.afterPowerLoss(seeded(cutAt));
    const journal = await openOn(files);
    const reached = journal.head().position;
    const rest = BATCHES.filter((batch) => batch.first > reached);
    for (const group of groupsOf(rest, 3)) await journal.append(journal.head().position, group);
    await journal.close();
    expect(await reopened(files)).toEqual(HISTORY);
  }
});

test('without its syncs the journal fails this test', async () => {
  let lost = 0;
  for (let cutAt = 0; cutAt <= (await stepsOf(appendAllOf)); cutAt++) {
    const { files, answered } = await appendUntilCut({ cutAt, syncs: 'lie' });
    for (const seed of SEEDS) {
      const found = await reopened(files.afterPowerLoss(seeded(seed))).catch(() => []);
      if (found.length < answered) lost++;
    }
  }
  expect(lost).toBeGreaterThan(0);
});

function openOn(files: FaultyFiles) {
  return openEmbeddedJournal({ dir: DIR, core: CORE_NAME, segmentBytes: SEGMENT_BYTES, files });
}

/** Appends as much of the history as possible; reports how many batches were acknowledged. */
async function appendAllOf(files: FaultyFiles, answer: (batches: number) => void): Promise<void> {
  const journal = await openOn(files);
  let answered = 0;
  for (const group of GROUPS) {
    await journal.append(journal.head().position, group);
    answer((answered += group.length));
  }
}

async function appendUntilCut(options: FaultyOptions): Promise<{ files: FaultyFiles; answered: number }> {
  const files = FaultyFiles.empty(options);
  let answered = 0;
  await isCut(() => appendAllOf(files, (count) => (answered = count)));
  return { files, answered };
}

async function stepsOf(work: typeof appendAllOf): Promise<number> {
  const files = FaultyFiles.empty();
  await work(files, () => undefined);
  return files.steps;
}

/** True if the power was cut meanwhile: the writer wraps the cause in its own error, whose message names it. */
async function isCut(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof PowerCut || (error as Error).message.includes('the power is gone')) return true;
    throw error;
  }
}

async function reopened(files: FaultyFiles): Promise<StoredBatch[]> {
  const journal = await openOn(files);
  const found = await all(journal.read(0));
  const last = found[found.length - 1];
  if (last) expect(journal.head()).toEqual({ position: last.position, hash: last.hash });
  await journal.close();
  return found;
}

function expectPrefix(found: StoredBatch[], answered: number, where: string): void {
  if (found.length < answered) throw new Error(`${where}: ${answered} batches answered, ${found.length} found`);
  expect(found).toEqual(HISTORY.slice(0, found.length));
}
