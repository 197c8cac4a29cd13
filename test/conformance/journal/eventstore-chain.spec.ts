/** Every way of reading verifies the stream by the hash chain. */
import { hashOf, seal } from '../../../server/journal/seal';
import { openEventStoreJournal, openEventStoreReader } from '../../../server/journal/eventstore/eventstore-journal';
import { exportLines } from '../../../server/journal/export';
import type { Journal, StoredBatch } from '../../../server/journal/port';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { batchOfHardText, batchOfManyEvents, draft, sampleBatches } from '../../tools/samples/sample-batches';
import { all, chained, CORE_NAME } from './suite';

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

function closing<T extends Pick<Journal, 'close'>>(journal: T): T {
  opened.push(journal);
  return journal;
}
const open = async () => closing(await openEventStoreJournal({ url: server.url, core: CORE_NAME }));
const openReader = async () => closing(await openEventStoreReader({ url: server.url, core: CORE_NAME }));

/** Error that ends a subscription from `after`. */
function endOf(journal: Pick<Journal, 'subscribe'>, after: number): Promise<Error> {
  return new Promise((resolve) => journal.subscribe(after, () => undefined, resolve));
}

/** Error of a read from `from`. */
const errorOf = (journal: Pick<Journal, 'read'>, from: number) =>
  all(journal.read(from)).then(
    () => null,
    (error: unknown) => error,
  );

/** Three batches of one event and one of four, with their chain hashes. */
async function written(): Promise<StoredBatch[]> {
  const batches = [...sampleBatches(3), batchOfManyEvents(4, 3)];
  const expected = chained(batches);
  await (
    await open()
  ).append(
    -1,
    batches.map((batch) => draft(batch)),
  );
  return expected;
}

describe('a changed stored amount', () => {
  let expected: StoredBatch[];
  beforeEach(async () => {
    expected = await written();
    server.tamper(STREAM, 1, (text, part) => (part === 'data' ? text.replace(/\d(?=\D*$)/, '7') : text));
  });
  const forged = () => ({
    what: 'hash',
    position: expected[1].position,
    found: expected[1].hash,
    expected: expect.stringMatching(/^[0-9a-f]{64}$/),
  });

  test('is refused by reads from the beginning and from its place', async () => {
    const reader = await openReader();
    for (const from of [0, 1]) expect(await errorOf(reader, from)).toMatchObject(forged());
  });

  test('is returned by raw reads for proofs, and named by an export', async () => {
    const reader = await openReader();
    const texts = await all(reader.readStored(0));
    expect(texts.map(({ hash }) => hash)).toEqual(expected.map(({ hash }) => hash));
    expect(hashOf(texts[1].prev, texts[1].text)).not.toBe(texts[1].hash);
    await expect(all(exportLines(reader as Journal, CORE_NAME))).rejects.toThrow('line 2, after position 0: the hash');
  });

  test('ends a subscription', async () => {
    const reader = await openReader();
    expect(await endOf(reader, -1)).toMatchObject(forged());
    expect(await endOf(reader, 0)).toMatchObject(forged());
  });
});

describe('a credit appended by another program', () => {
  const credit = '{"type":"MemberVerified","user":1}';
  /** In the adapter's own format, so that only the chain reveals it. */
  const metadataOf = (hash: string, prev: string, first: number) =>
    JSON.stringify({
      v: 1,
      first,
      index: 0,
      count: 1,
      prev,
      hash,
      command: { type: 'VerifyMember' },
      actor: 'system',
      at: 1,
    });
  const bodyOf = (first: number) =>
    `{"v":1,"first":${first},"at":1,"command":{"type":"VerifyMember"},"actor":"system","events":[${credit}]`;
  const FALSE = 'f'.repeat(64);

  test('with a false hash is refused by a start and by followers', async () => {
    const expected = await written();
    const { position, hash: prev } = expected[3];
    const reader = await openReader();
    const following = endOf(reader, position);
    const revision = server.inject(STREAM, 'MemberVerified', credit, metadataOf(FALSE, prev, position + 1));
    const { hash } = seal(prev, bodyOf(revision));
    const forged = { what: 'hash', position: revision, expected: hash, found: FALSE };
    expect(await following).toMatchObject(forged);
    await expect(open()).rejects.toMatchObject(forged);
    await expect(open()).rejects.toThrow(`${revision}`);
  });

  test('with its own valid hash but another predecessor is refused as well', async () => {
    const expected = await written();
    const { position, hash: prev } = expected[3];
    const reader = await openReader();
    const followers = [endOf(reader, position), endOf(reader, -1)];
    const bytes = `${bodyOf(position + 1)},"prev":"${FALSE}"}`;
    server.inject(STREAM, 'MemberVerified', credit, metadataOf(hashOf(FALSE, bytes), FALSE, position + 1));
    const forged = { what: 'prev', position: position + 1, expected: prev, found: FALSE };
    for (const end of followers) expect(await end).toMatchObject(forged);
    expect(await errorOf(reader, 0)).toMatchObject(forged);
    await expect(open()).rejects.toMatchObject(forged);
  });

  test('in place of the first batch is refused: the chain begins with the core’s name', async () => {
    const bytes = `${bodyOf(0)},"prev":"${FALSE}"}`;
    server.inject(STREAM, 'MemberVerified', credit, metadataOf(hashOf(FALSE, bytes), FALSE, 0));
    await expect(open()).rejects.toMatchObject({ what: 'prev', position: 0, found: FALSE });
  });
});

test('hashes the stored text, not its parsed and reprinted form', async () => {
  await written();
  // The same value for every parser, in another text.
  server.tamper(STREAM, 1, (text, part) => (part === 'data' ? text.replace(':"', ': "') : text));
  const reader = await openReader();
  expect(await errorOf(reader, 0)).toMatchObject({ what: 'hash', position: 1 });
});

test('verifies text with escapes letter by letter', async () => {
  const batches = [batchOfHardText(0), batchOfHardText(1)];
  const journal = await open();
  await journal.append(-1, batches.map(draft));
  expect(await all((await openReader()).read(0))).toEqual(chained(batches));
});
