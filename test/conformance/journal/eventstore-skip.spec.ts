/** A record of somebody else in the stream: it is named, and passed over when it is listed; what is ours cannot be. */
import { hashOf } from '../../../server/journal/seal';
import { openEventStoreJournal, openEventStoreReader } from '../../../server/journal/eventstore/eventstore-journal';
import { verifyJournal } from '../../../server/cli/journal-verify';
import { exportLines } from '../../../server/journal/export';
import type { Journal, StoredBatch } from '../../../server/journal/port';
import { EventStoreServer } from '../../tools/eventstore-server';
import { batchOfManyEvents, draft, groupsOf, sampleBatches } from '../../tools/sample-batches';
import { all, appendAll, chained, CORE_NAME } from './suite';

const STREAM = `core-${CORE_NAME}`;

let server: EventStoreServer;
let opened: Pick<Journal, 'close'>[];
beforeEach(async () => {
  server = await EventStoreServer.start();
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((journal) => journal.close()));
  server.stop();
});

async function open(...skip: number[]): Promise<Journal> {
  const journal = await openEventStoreJournal({ url: server.url, core: CORE_NAME, skip });
  opened.push(journal);
  return journal;
}

/** What a subscription delivers from `after` on, up to `position`. */
function delivered(journal: Pick<Journal, 'subscribe'>, after: number, position: number): Promise<StoredBatch[]> {
  const seen: StoredBatch[] = [];
  return new Promise((resolve, reject) => {
    const take = (group: readonly StoredBatch[]): void => {
      seen.push(...group);
      if (seen[seen.length - 1].position >= position) resolve(seen);
    };
    journal.subscribe(after, take, reject);
  });
}

test('without being listed it is named by revision and type, at the end and in the middle', async () => {
  const journal = await open();
  const head = await journal.append(-1, sampleBatches(3).map(draft));
  const revision = server.inject(STREAM, 'Invoice', '{"total":1}', '{"by":"billing"}');
  const named = { revision, type: 'Invoice', message: expect.stringMatching(/revision \d+ .*"Invoice".*JOURNAL_SKIP/) };
  await expect(open()).rejects.toMatchObject(named);
  await expect(all(journal.read(0))).rejects.toMatchObject(named);
  await expect(delivered(journal, head.position, revision)).rejects.toMatchObject(named);
});

test('listed, the journal goes on around it: the same history as if it were not there', async () => {
  const batches = [...sampleBatches(4), batchOfManyEvents(4, sampleBatches(4)[3].first + 2)];
  batches[4].first = chained(batches.slice(0, 4))[3].position + 1;
  const later = sampleBatches(3, chained(batches)[4].position + 1);
  await appendAll(await open(), groupsOf(batches.slice(0, 2), 2));
  const first = server.inject(STREAM, 'Invoice', 'not even JSON');
  const second = server.inject(STREAM, 'Invoice');
  await appendAll(await open(first, second), groupsOf(batches.slice(2), 3));
  const third = server.inject(STREAM, 'Receipt', '', '{"v":1}');

  const journal = await open(third, first, second);
  const expected = chained([...batches, ...later]);
  expect(journal.skipped).toEqual([
    { revision: first, type: 'Invoice' },
    { revision: second, type: 'Invoice' },
    { revision: third, type: 'Receipt' },
  ]);
  expect(journal.head()).toEqual({ position: expected[4].position, hash: expected[4].hash });
  await appendAll(journal, groupsOf(later, 2));
  for (let from = 0; from <= journal.head().position; from++) {
    const containing = expected.findIndex((stored) => stored.position >= from);
    expect(await all(journal.read(from))).toEqual(expected.slice(containing));
    expect(await delivered(journal, from - 1, expected[7].position)).toEqual(
      expected.slice(expected.findIndex((stored) => stored.position > from - 1)),
    );
  }
  expect(await all(exportLines(journal, CORE_NAME))).toHaveLength(8);
  const config = { kind: 'eventstore', url: server.url, core: CORE_NAME, skip: [first, second, third] } as const;
  expect(await verifyJournal(config, () => undefined)).toMatchObject({
    head: journal.head(),
    batches: 8,
    skipped: journal.skipped,
  });
  await expect(open(first, second)).rejects.toThrow('JOURNAL_SKIP has to name every record before it');
  await expect(open(first, third)).rejects.toThrow('JOURNAL_SKIP has to name every record before it');
});

describe('what belongs to the journal cannot be hidden', () => {
  test.each([0, 1, 2, 3, 4, 5, 6])('revision %i', async (revision) => {
    const batches = [batchOfManyEvents(3), batchOfManyEvents(1, 3), batchOfManyEvents(3, 4)];
    await (await open()).append(-1, batches.map(draft));
    await expect(open(revision)).rejects.toMatchObject({
      revision,
      message: expect.stringContaining(`JOURNAL_SKIP names revision ${revision}, which belongs to the journal`),
    });
  });

  test('nor what is yet to come', async () => {
    await (await open()).append(-1, sampleBatches(2).map(draft));
    const next = server.count(STREAM);
    await expect(open(next)).rejects.toMatchObject({
      revision: next,
      message: expect.stringContaining('does not have'),
    });
  });

  test('nor a batch behind others that are listed', async () => {
    await (await open()).append(-1, [draft(batchOfManyEvents(2))]);
    const foreign = server.inject(STREAM, 'Invoice');
    await (await open(foreign)).append(1, [draft(batchOfManyEvents(2, 2))]);
    await expect(open(foreign, 3)).rejects.toMatchObject({ revision: 3 });
    await expect(open(3, 4, foreign)).rejects.toMatchObject({ revision: 3 });
  });
});

test('a forged batch in this journal’s shape is none of it, and can be listed', async () => {
  const batches = [batchOfManyEvents(1), batchOfManyEvents(1, 1)];
  await (await open()).append(-1, [draft(batches[0])]);
  const event = '{"type":"MemberVerified","user":1}';
  const body = `{"v":1,"first":1,"at":1,"command":{"type":"VerifyMember"},"actor":"system","events":[${event}]`;
  const prev = 'f'.repeat(64);
  const fields = { v: 1, first: 1, index: 0, count: 1, prev, hash: hashOf(prev, `${body},"prev":"${prev}"}`) };
  const metadata = { ...fields, command: { type: 'VerifyMember' }, actor: 'system', at: 1 };
  server.inject(STREAM, 'MemberVerified', event, JSON.stringify(metadata));
  await expect(open()).rejects.toMatchObject({ what: 'prev' });
  const journal = await open(1);
  await journal.append(0, [draft(batches[1])]);
  const reader = await openEventStoreReader({ url: server.url, core: CORE_NAME, skip: [1] });
  opened.push(reader);
  expect(await all(reader.read(0))).toEqual(chained(batches));
});
