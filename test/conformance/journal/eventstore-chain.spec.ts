/** What stands in the stream is believed only as far as the chain confirms it, whichever way it is read. */
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

/** What a subscription from `after` on ends with. */
function endOf(journal: Pick<Journal, 'subscribe'>, after: number): Promise<Error> {
  return new Promise((resolve) => journal.subscribe(after, () => undefined, resolve));
}

/** The error of a read from `from` on. */
const errorOf = (journal: Pick<Journal, 'read'>, from: number) =>
  all(journal.read(from)).then(
    () => null,
    (error: unknown) => error,
  );

/** Three batches of one event and one of four, and their places in the chain. */
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

describe('a stored amount that was changed', () => {
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

  test('is refused when the journal is read from the beginning, and from there', async () => {
    const reader = await openReader();
    for (const from of [0, 1]) expect(await errorOf(reader, from)).toMatchObject(forged());
  });

  test('is given to who proves what is stored as it is, and an export names it', async () => {
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

describe('a credit that another program appended', () => {
  const credit = '{"type":"MemberVerified","user":1}';
  /** In this adapter's own shape, so that only the chain tells. */
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

  test('with a false hash is refused by a start, and by who follows', async () => {
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

  test('that fits its own hash but is linked to another batch is refused as well', async () => {
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

test('the text that is hashed is the text that is stored, not what parsing and printing make of it', async () => {
  await written();
  // The same value to every parser, and another text.
  server.tamper(STREAM, 1, (text, part) => (part === 'data' ? text.replace(':"', ': "') : text));
  const reader = await openReader();
  expect(await errorOf(reader, 0)).toMatchObject({ what: 'hash', position: 1 });
});

test('text that is hard to keep is verified letter by letter', async () => {
  const batches = [batchOfHardText(0), batchOfHardText(1)];
  const journal = await open();
  await journal.append(-1, batches.map(draft));
  expect(await all((await openReader()).read(0))).toEqual(chained(batches));
});
