/** The journal's answers on a full or broken disk: it acknowledges nothing that is not stored. */
import { all, chained, CORE_NAME } from '../../../../test/conformance/journal/suite';
import { FaultyFiles, NoSpace, type Step } from '../../../../test/tools/stores/faulty-files';
import { draft, sampleBatches } from '../../../../test/tools/samples/sample-batches';
import { positionOf } from '../../../core/event';
import { openEmbeddedJournal, type EmbeddedJournal } from '../embedded-journal';

const BATCHES = sampleBatches(12);
const HISTORY = chained(BATCHES);

describe.each<Step>(['write', 'sync', 'create', 'syncDir'])('when a %s fails', (step) => {
  test('the append is rejected, the file is as before and a later append works', async () => {
    const files = FaultyFiles.empty();
    // One segment per batch, so that creating one is part of each append.
    const journal = await openOn(files, 10);
    await append(journal, 0, 3);
    failOnce(files, step);
    await expect(append(journal, 3, 6)).rejects.toMatchObject({ fault: 'full' });
    expect(journal.head()).toEqual(headAt(3));
    expect(await all(journal.read(0))).toEqual(HISTORY.slice(0, 3));
    await append(journal, 3, 12);
    expect(await all(journal.read(0))).toEqual(HISTORY);
    await journal.close();
    expect(await all((await openOn(files, 10)).read(0))).toEqual(HISTORY);
  });

  test('a start after the rejected append finds nothing of it', async () => {
    const files = FaultyFiles.empty();
    const journal = await openOn(files, 10);
    await append(journal, 0, 3);
    failOnce(files, step);
    await expect(append(journal, 3, 6)).rejects.toMatchObject({ fault: 'full' });
    await journal.close();
    expect((await openOn(files, 10)).head()).toEqual(headAt(3));
  });
});

test('subscribers see nothing of a rejected append', async () => {
  const files = FaultyFiles.empty();
  const journal = await openOn(files);
  const seen: number[] = [];
  const reached = new Promise<void>((resolve, reject) => {
    const take = (position: number) => {
      seen.push(position);
      if (position === HISTORY[5].position) resolve();
    };
    journal.subscribe(-1, (batches) => batches.forEach((stored) => take(stored.position)), reject);
  });
  await append(journal, 0, 3);
  failOnce(files, 'sync');
  await expect(append(journal, 3, 5)).rejects.toMatchObject({ fault: 'full' });
  await append(journal, 3, 6);
  await reached;
  expect(seen).toEqual(HISTORY.slice(0, 6).map((stored) => stored.position));
});

test('if truncation fails too, this and every later append reports broken until the journal is reopened', async () => {
  const files = FaultyFiles.empty();
  const journal = await openOn(files);
  await append(journal, 0, 3);
  files.failing = (step) => {
    if (step === 'sync' || step === 'truncate') throw new NoSpace();
  };
  await expect(append(journal, 3, 6)).rejects.toMatchObject({ fault: 'broken' });
  files.failing = () => undefined;
  await expect(append(journal, 3, 6)).rejects.toMatchObject({ fault: 'broken' });
  await journal.close();
  const again = await openOn(files);
  const found = await all(again.read(0));
  expect(found).toEqual(HISTORY.slice(0, found.length));
  expect(found.length).toBeGreaterThanOrEqual(3);
});

test('a full disk rejects each append and serves every reader', async () => {
  const files = FaultyFiles.empty();
  const journal = await openOn(files);
  await append(journal, 0, 6);
  files.failing = (step) => {
    if (step === 'write') throw new NoSpace();
  };
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(append(journal, 6, 12)).rejects.toThrow('no space left on device');
  }
  expect(await all(journal.read(0))).toEqual(HISTORY.slice(0, 6));
});

test('a closed journal rejects appends', async () => {
  const journal = await openOn(FaultyFiles.empty());
  await journal.close();
  await expect(append(journal, 0, 1)).rejects.toMatchObject({ fault: 'refused' });
});

function openOn(files: FaultyFiles, segmentBytes?: number): Promise<EmbeddedJournal> {
  return openEmbeddedJournal({ dir: '/journal', core: CORE_NAME, segmentBytes, files });
}

function append(journal: EmbeddedJournal, from: number, to: number) {
  const expected = from === 0 ? -1 : positionOf(BATCHES[from - 1]);
  return journal.append(expected, BATCHES.slice(from, to).map(draft));
}

function headAt(count: number) {
  const { position, hash } = HISTORY[count - 1];
  return { position, hash };
}

function failOnce(files: FaultyFiles, kind: Step): void {
  files.failing = (step) => {
    if (step !== kind) return;
    files.failing = () => undefined;
    throw new NoSpace();
  };
}
