import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { all, chained, CORE_NAME } from '../../../test/conformance/journal/suite';
import { FaultyFiles, PowerCut, seeded } from '../../../test/tools/stores/faulty-files';
import { draft, sampleBatches } from '../../../test/tools/samples/sample-batches';
import { positionOf } from '../../core/event';
import { durablePositionOf, newDurablePosition } from './durable-position';
import { openEmbeddedJournal, type EmbeddedJournal } from './embedded-journal';
import { nodeFiles, type Files } from './files';
import { thisProcess } from './lock';
import { ownedFiles, ownershipOf } from './ownership';
import { replaceLastSegment } from './recover';
import { SegmentWriter, type PackedGroup } from './segments/segment-writer';

const BATCHES = sampleBatches(12);
const HISTORY = chained(BATCHES);

let dir = '';
let lock = '';
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ownership-'));
  lock = path.join(dir, 'journal.lock');
  fs.writeFileSync(lock, '');
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

describe('the owner of a journal', () => {
  test('owns it while the lock exists, and never afterwards', () => {
    const { check } = ownershipOf(lock);
    check();
    fs.rmSync(lock);
    expect(check).toThrow(expect.objectContaining({ fault: 'conflict', message: expect.stringContaining(lock) }));
    fs.writeFileSync(lock, '');
    expect(check).toThrow(lock);
  });

  test.each([0, 1])('renews the heartbeat before the next write if clock %d shows a suspension', (asleep) => {
    const clocks = [1_000, 5_000];
    const { check, heartbeat: sign } = ownershipOf(
      lock,
      clocks.map((_, index) => () => clocks[index]),
    );
    const looksSigned = (): boolean => fs.statSync(lock).mtimeMs > 0;
    const forget = (): void => fs.utimesSync(lock, 0, 0);

    forget();
    clocks[asleep] += 2_000;
    check();
    expect(looksSigned()).toBe(false);
    clocks[asleep] += 1;
    check();
    expect(looksSigned()).toBe(true);

    forget();
    clocks[asleep] += 2_000;
    sign();
    forget();
    clocks[asleep] += 2_000;
    check();
    expect(looksSigned()).toBe(false);
    // A clock that was set back proves nothing.
    clocks[asleep] -= 100_000;
    check();
  });
});

describe('files of a lost journal', () => {
  test('are never changed again', () => {
    const file = path.join(dir, 'segment');
    const owned = ownedFiles(nodeFiles, ownershipOf(lock));
    const handle = owned.create(file);
    owned.write(handle, Buffer.from('ours'), 0);
    owned.sync(handle);
    fs.rmSync(lock);
    const changes: (() => void)[] = [
      () => owned.write(handle, Buffer.from('more'), 4),
      () => owned.truncate(handle, 0),
      () => owned.create(`${file}.other`),
      () => owned.rename(file, `${file}.other`),
      () => owned.remove(file),
    ];
    for (const change of changes) expect(change).toThrow(expect.objectContaining({ fault: 'conflict' }));
    expect(() => owned.sync(handle)).toThrow(expect.objectContaining({ fault: 'unknown' }));
    owned.close(handle);
    expect(fs.readFileSync(file, 'utf8')).toBe('ours');
    expect(fs.readdirSync(dir)).toEqual(['segment']);
  });
});

describe('a writer', () => {
  function openWriter(files: Partial<Files>): SegmentWriter {
    const owned = ownedFiles({ ...nodeFiles, ...files }, ownershipOf(lock));
    const options = { dir, core: CORE_NAME, segmentBytes: 1_000_000, hashesFrom: 0, before: 'nobody' } as const;
    return SegmentWriter.open(owned, options, durablePositionOf(newDurablePosition()));
  }

  function packed(from: number, to: number): PackedGroup {
    const group = BATCHES.slice(from, to);
    const bodies = group.map((batch) => Buffer.from(draft(batch).body));
    const lengths = Uint32Array.from(bodies, ({ length }) => length);
    return {
      bodies: Buffer.concat(bodies),
      lengths,
      first: group[0].first,
      position: positionOf(group.at(-1) ?? group[0]),
    };
  }

  const segment = (): Buffer => fs.readFileSync(path.join(dir, `${'0'.repeat(20)}.jsonl`));

  test('that lost the journal before the write stores nothing', () => {
    const writer = openWriter({});
    writer.append(packed(0, 3));
    const stored = segment();
    fs.rmSync(lock);
    for (let time = 0; time < 2; time++) {
      expect(() => writer.append(packed(3, 6))).toThrow(expect.objectContaining({ fault: 'conflict' }));
    }
    expect(segment()).toEqual(stored);
  });

  test('that lost it before the sync ended does not know the outcome and reverts nothing', () => {
    let isSlow = false;
    const writer = openWriter({
      sync(handle) {
        nodeFiles.sync(handle);
        if (isSlow) fs.rmSync(lock);
      },
    });
    writer.append(packed(0, 3));
    const { length } = segment();
    isSlow = true;
    expect(() => writer.append(packed(3, 6))).toThrow(expect.objectContaining({ fault: 'unknown' }));
    expect(segment().length).toBeGreaterThan(length);
    expect(() => writer.append(packed(3, 6))).toThrow(expect.objectContaining({ fault: 'conflict' }));
  });

  test('that lost it during a failed write does not truncate the new owner’s data', () => {
    let isFull = false;
    const writer = openWriter({
      write(handle, bytes, position) {
        nodeFiles.write(handle, bytes, position);
        if (!isFull) return;
        fs.rmSync(lock);
        throw new Error('ENOSPC');
      },
    });
    writer.append(packed(0, 3));
    isFull = true;
    const { length } = segment();
    expect(() => writer.append(packed(3, 6))).toThrow(expect.objectContaining({ fault: 'conflict' }));
    expect(segment().length).toBeGreaterThan(length);
  });
});

describe('a journal whose lock is removed', () => {
  async function append(journal: EmbeddedJournal, from: number, to: number): Promise<void> {
    const expected = from === 0 ? -1 : positionOf(BATCHES[from - 1]);
    await journal.append(expected, BATCHES.slice(from, to).map(draft));
  }

  test('rejects appends and reports the loss, even without a write', async () => {
    fs.rmSync(lock);
    let onLost: (error: Error) => void = () => undefined;
    const lost = new Promise<Error>((resolve) => (onLost = resolve));
    const journal = await openEmbeddedJournal({ dir, core: CORE_NAME, onLost });
    await append(journal, 0, 3);
    const [name] = fs.readdirSync(dir).filter((entry) => entry.endsWith('.lock'));
    fs.rmSync(path.join(dir, name));
    await expect(append(journal, 3, 6)).rejects.toMatchObject({ fault: 'conflict' });
    expect((await lost).message).toContain(name);
    await journal.close();
  });

  test('a late write of a silent owner has no effect', async () => {
    fs.rmSync(lock);
    const first = await openEmbeddedJournal({ dir, core: CORE_NAME });
    await append(first, 0, 3);
    await first.close();
    // The other owner has this file open and a write in flight at the journal's end.
    const segment = path.join(dir, `${'0'.repeat(20)}.jsonl`);
    const { size } = fs.statSync(segment);
    const late = fs.openSync(segment, 'r+');
    const { space, pid, startTime: started } = thisProcess();
    fs.writeFileSync(path.join(dir, `journal.${'f'.repeat(32)}.${space}.${pid}.${started}.00.lock`), '');

    const second = await openEmbeddedJournal({ dir, core: CORE_NAME, lock: { watchMs: 300 } });
    await append(second, 3, 6);
    fs.writeSync(late, Buffer.alloc(2_000, 'x'), 0, 2_000, size);
    fs.ftruncateSync(late, size);
    fs.closeSync(late);
    await append(second, 6, 9);
    await second.close();
    const third = await openEmbeddedJournal({ dir, core: CORE_NAME });
    expect(await all(third.read(0))).toEqual(HISTORY.slice(0, 9));
    await third.close();
  });

  test('a start interrupted at any step of renewing the last segment loses nothing', async () => {
    const files = FaultyFiles.empty();
    const open = (on: FaultyFiles) =>
      openEmbeddedJournal({ dir: '/journal', core: CORE_NAME, segmentBytes: 3_000, files: on });
    const journal = await open(files);
    for (let batch = 0; batch < 9; batch++) await append(journal, batch, batch + 1);
    await journal.close();
    let cuts = 0;
    for (let cutAt = 0; ; cutAt++) {
      const renewing = files.afterPowerLoss(seeded(cutAt), { cutAt });
      let isCut = false;
      try {
        replaceLastSegment(renewing, '/journal');
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
        isCut = true;
      }
      const again = renewing.afterPowerLoss(seeded(cutAt + 1));
      replaceLastSegment(again, '/journal');
      expect(await all((await open(again)).read(0))).toEqual(HISTORY.slice(0, 9));
      if (!isCut) break;
      cuts++;
    }
    expect(cuts).toBeGreaterThan(4);
  });
});
