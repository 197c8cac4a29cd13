import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { given, buy, restingOrder } from '../../test/tools/fixtures/core-fixture';
import { MemoryJournal } from '../../test/tools/stores/memory-journal';
import { encodeBody, evolve, createState } from '../products/core';
import { quarantineSnapshot, snapshotNames, snapshotSeals, writeSnapshot } from '../engine/snapshot-files';
import type { StoredBatch } from '../journal/port';
import { contradictionsOf, describeContradiction, type Witness } from './witnesses';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'witnesses-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const { batches } = given(restingOrder('sell', 100, 5), buy(100, 5)).exchange;

async function journalOf(count = batches.length, core?: string): Promise<MemoryJournal> {
  const journal = new MemoryJournal(core);
  await journal.append(
    -1,
    batches.slice(0, count).map((batch) => ({ batch, body: encodeBody(batch) })),
  );
  return journal;
}

function snapshotAfter(stored: readonly StoredBatch[], count: number): string {
  const state = createState();
  for (const { batch } of stored.slice(0, count)) evolve(state, batch);
  writeSnapshot(directory, state, stored[count - 1].hash);
  return join(directory, snapshotNames(directory)[0]);
}

const snapshot = (name: string, { position, hash }: { position: number; hash: string }): Witness => {
  return { is: 'snapshot', name, position, hash };
};

describe('the position that a snapshot has seen', () => {
  test.each([
    ['is whole', (text: string) => text],
    ['is of another schema', (text: string) => text.replace('"schema":', '"schema":9')],
    ['has lines that are not what its seal says', (text: string) => text.replace('BTC', 'BTD')],
  ])('is in its last line when it %s', async (_, change) => {
    const stored = (await journalOf()).stored();
    const file = snapshotAfter(stored, 9);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const { position, hash } = stored[8];
    expect(snapshotSeals(directory)).toEqual([{ name: snapshotNames(directory)[0], position, batchHash: hash }]);
  });

  test.each([
    ['is empty', () => ''],
    ['has no last line', (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n') + '\n'],
    ['is cut in its last line', (text: string) => text.slice(0, -20)],
    ['ends with something else', (text: string) => `${text}null\n`],
  ])('is unknown when it %s', async (_, change) => {
    const file = snapshotAfter((await journalOf()).stored(), 9);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    expect(snapshotSeals(directory)).toEqual([]);
  });

  test('does not count once it is set aside, and is never lost', async () => {
    const stored = (await journalOf()).stored();
    const names: string[] = [];
    for (let time = 0; time < 3; time++) {
      const file = snapshotAfter(stored, 9);
      names.push(quarantineSnapshot(directory, snapshotNames(directory)[0]));
      expect(existsSync(file)).toBe(false);
    }
    expect(snapshotSeals(directory)).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual([...names].sort());
    expect(new Set(names).size).toBe(3);
  });
});

describe('a journal', () => {
  test('agrees with a witness that saw it up to its end or less', async () => {
    const journal = await journalOf();
    const stored = journal.stored();
    const { position } = stored[7];
    const witnesses: Witness[] = [
      snapshot('a', journal.head()),
      { is: 'read models', ...stored[3] },
      { is: 'database', position, hash: null },
    ];
    expect(await contradictionsOf(journal, witnesses)).toEqual([]);
    expect(await contradictionsOf(new MemoryJournal(), [])).toEqual([]);
  });

  test('that ends below a witness is behind it', async () => {
    const head = (await journalOf()).head();
    const witnesses: Witness[] = [
      { is: 'read models', ...head },
      { is: 'database', position: head.position, hash: null },
    ];
    for (const journal of [await journalOf(batches.length - 1), new MemoryJournal()]) {
      const contradictions = await contradictionsOf(journal, witnesses);
      expect(contradictions).toEqual(witnesses.map((witness) => ({ is: 'ahead', witness })));
      expect(contradictions.map(describeContradiction)).toEqual([
        `the checkpoint of the read models has seen it at position ${head.position}`,
        `the relational database has seen it at position ${head.position}`,
      ]);
    }
  });

  test('with another batch at a witness’s position is another journal, at its end and below', async () => {
    const [journal, other] = [await journalOf(), await journalOf(batches.length, 'other')];
    for (const at of [batches.length - 1, 4]) {
      const witness: Witness = { is: 'read models', ...other.stored()[at] };
      const found = journal.stored()[at].hash;
      const [contradiction, ...more] = await contradictionsOf(journal, [witness]);
      expect([contradiction, more]).toEqual([{ is: 'other', witness, found }, []]);
      expect(describeContradiction(contradiction)).toContain(found);
    }
  });

  test('without a batch that ends at a witness’s position is another journal', async () => {
    const journal = await journalOf();
    const many = journal.stored().find(({ batch }) => batch.events.length > 1)!;
    const witness: Witness = { is: 'read models', position: many.position - 1, hash: many.hash };
    expect(await contradictionsOf(journal, [witness])).toEqual([{ is: 'other', witness, found: null }]);
  });

  test('confirms the snapshots below a confirmed one', async () => {
    const journal = await journalOf();
    const stored = journal.stored();
    const wrong = snapshot('wrong', { position: stored[5].position, hash: 'f'.repeat(64) });
    const right = snapshot('right', stored[4]);
    const below = snapshot('below', { position: stored[2].position, hash: 'f'.repeat(64) });
    const contradictions = await contradictionsOf(journal, [wrong, right, below]);
    expect(contradictions.map(({ witness }) => witness)).toEqual([wrong]);
  });
});
