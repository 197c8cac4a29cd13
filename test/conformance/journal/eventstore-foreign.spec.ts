/** A foreign record in the stream is named and refused; the history before it can be moved to an empty store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openExport } from '../../../server/audit/source';
import { exportJournal } from '../../../server/cli/journal-export';
import { importJournal } from '../../../server/cli/journal-import';
import { verifyJournal } from '../../../server/cli/journal-verify';
import { openEventStoreJournal } from '../../../server/journal/eventstore/eventstore-journal';
import type { Journal, StoredBatch } from '../../../server/journal/port';
import { hashOf } from '../../../server/journal/seal';
import type { JournalConfig } from '../../../server/journal/source';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { batchOfManyEvents, draft, sampleBatches } from '../../tools/samples/sample-batches';
import { all, chained, CORE_NAME } from './suite';

const STREAM = `core-${CORE_NAME}`;

let servers: EventStoreServer[];
let opened: Pick<Journal, 'close'>[];
let directory: string;
let server: EventStoreServer;
beforeEach(async () => {
  [servers, opened] = [[], []];
  directory = mkdtempSync(path.join(tmpdir(), 'foreign-spec-'));
  server = await another();
});
afterEach(async () => {
  await Promise.all(opened.map((journal) => journal.close()));
  servers.forEach((one) => one.stop());
  rmSync(directory, { recursive: true, force: true });
});

async function another(): Promise<EventStoreServer> {
  const started = await EventStoreServer.start();
  servers.push(started);
  return started;
}

const configOf = ({ url }: EventStoreServer): JournalConfig => ({ kind: 'eventstore', url, core: CORE_NAME });

async function open(on = server): Promise<Journal> {
  const journal = await openEventStoreJournal({ url: on.url, core: CORE_NAME });
  opened.push(journal);
  return journal;
}

/** Batches that a subscription delivers after `after`, up to `position`. */
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

const ignored = () => undefined;

test('is named by revision and type, at the end and in the middle', async () => {
  const journal = await open();
  const head = await journal.append(-1, sampleBatches(3).map(draft));
  const revision = server.inject(STREAM, 'Invoice', '{"total":1}', '{"by":"billing"}');
  const message = expect.stringMatching(
    /revision \d+ .*"Invoice".*another program has written to the stream.*recover\.md/,
  );
  const named = { revision, type: 'Invoice', message };
  await expect(open()).rejects.toMatchObject(named);
  await expect(all(journal.read(0))).rejects.toMatchObject(named);
  await expect(delivered(journal, head.position, revision)).rejects.toMatchObject(named);
  await expect(verifyJournal(configOf(server), ignored)).rejects.toMatchObject(named);
});

test('refuses a start also if batches of the journal follow it', async () => {
  const [first, second] = sampleBatches(2);
  await (await open()).append(-1, [draft(first)]);
  const source = await another();
  await (await open(source)).append(-1, [first, second].map(draft));
  const foreign = server.inject(STREAM, 'Invoice', '{}', '{}');
  for (let revision = foreign; revision < source.count(STREAM); revision++) {
    const { data = '', metadata = '' } = source.stored(STREAM, revision) ?? {};
    server.inject(STREAM, 'MemberVerified', data, metadata);
  }
  await expect(open()).rejects.toMatchObject({
    revision: server.count(STREAM) - 1,
    message: expect.stringMatching(
      /says that it is at position \d+: another program has written to the stream before it/,
    ),
  });
});

describe('the history before it', () => {
  const batches = [...sampleBatches(4), batchOfManyEvents(4, sampleBatches(4)[3].first + 2)];
  batches[4].first = chained(batches.slice(0, 4))[3].position + 1;
  const expected = chained(batches);
  const later = sampleBatches(2, expected[4].position + 1);

  test('is exported, verified, and imported into an empty store, where the journal continues', async () => {
    const { position, hash } = await (await open()).append(-1, batches.map(draft));
    const revision = server.inject(STREAM, 'Invoice', '{"total":1}');
    const file = path.join(directory, 'journal.jsonl');
    await expect(exportJournal(configOf(server), file, 0, ignored)).rejects.toMatchObject({ revision });
    await exportJournal(configOf(server), file, 0, ignored, revision - 1);
    expect((await openExport(file, CORE_NAME)).head).toEqual({ position, hash });

    const fresh = await another();
    expect(await importJournal(configOf(fresh), file, ignored)).toEqual({ position, hash });
    expect(await verifyJournal(configOf(fresh), ignored)).toMatchObject({ head: { position, hash }, batches: 5 });
    const journal = await open(fresh);
    await journal.append(position, later.map(draft));
    expect(await all(journal.read(0))).toEqual(chained([...batches, ...later]));
    await expect(importJournal(configOf(fresh), file, ignored)).rejects.toThrow('the journal is not empty');
  });

  test('moves to files as well', async () => {
    const { position, hash } = await (await open()).append(-1, batches.map(draft));
    const file = path.join(directory, 'journal.jsonl');
    await exportJournal(configOf(server), file, 0, ignored);
    const files: JournalConfig = { kind: 'embedded', directory: path.join(directory, 'journal'), core: CORE_NAME };
    expect(await importJournal(files, file, ignored)).toEqual({ position, hash });
    expect(await verifyJournal(files, ignored)).toMatchObject({ head: { position, hash }, batches: 5 });
  });

  test('is not exported up to the middle of a batch', async () => {
    const { position } = await (await open()).append(-1, batches.map(draft));
    server.inject(STREAM, 'Invoice');
    const file = path.join(directory, 'journal.jsonl');
    await expect(exportJournal(configOf(server), file, 0, ignored, position - 1)).rejects.toThrow('inside a batch');
  });

  test('is not imported from a later batch', async () => {
    await (await open()).append(-1, batches.map(draft));
    const file = path.join(directory, 'journal.jsonl');
    await exportJournal(configOf(server), file, expected[1].position, ignored);
    await expect(importJournal(configOf(await another()), file, ignored)).rejects.toThrow('not with the first batch');
  });
});

test('refuses a forged batch in the journal’s format, and exports the history before it', async () => {
  await (await open()).append(-1, [draft(batchOfManyEvents(1))]);
  const event = '{"type":"MemberVerified","user":1}';
  const body = `{"v":1,"first":1,"at":1,"command":{"type":"VerifyMember"},"actor":"system","events":[${event}]`;
  const prev = 'f'.repeat(64);
  const fields = { v: 1, first: 1, index: 0, count: 1, prev, hash: hashOf(prev, `${body},"prev":"${prev}"}`) };
  const metadata = { ...fields, command: { type: 'VerifyMember' }, actor: 'system', at: 1 };
  server.inject(STREAM, 'MemberVerified', event, JSON.stringify(metadata));
  await expect(open()).rejects.toMatchObject({ what: 'prev' });
  const file = path.join(directory, 'journal.jsonl');
  await exportJournal(configOf(server), file, 0, ignored, 0);
  expect((await openExport(file, CORE_NAME)).head).toMatchObject({ position: 0 });
});
