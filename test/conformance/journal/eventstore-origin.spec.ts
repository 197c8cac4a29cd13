/**
 * Correlation and causation ids for EventStoreDB's own tools: the original command, and the batch that made this one
 * due.
 */
import { positionOf, type Batch } from '../../../server/core/event';
import { openEventStoreJournal } from '../../../server/journal/eventstore/eventstore-journal';
import type { Journal } from '../../../server/journal/port';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { batchOfManyEvents, draft } from '../../tools/samples/sample-batches';
import { all, chained, CORE_NAME } from './suite';

const STREAM = `core-${CORE_NAME}`;

let server: EventStoreServer;
let opened: Journal[];
beforeEach(async () => {
  server = await EventStoreServer.start();
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((journal) => journal.close()));
  server.stop();
});

async function open(): Promise<Journal> {
  const journal = await openEventStoreJournal({ url: server.url, core: CORE_NAME });
  opened.push(journal);
  return journal;
}

/** Two events; a follow-up if `cause` is given. */
function batch(first: number, cause?: number): Batch {
  const { command, ...rest } = batchOfManyEvents(2, first);
  return { ...rest, command: cause === undefined ? command : { type: 'TriggerOrder', cause } };
}

/** An external command, its follow-up, that one's follow-up, another command, a late follow-up of the first. */
const ROW = [batch(0), batch(2, 1), batch(4, 3), batch(6), batch(8, 3)];
const ORIGINS = [
  ['1', '1'],
  ['1', '1'],
  ['1', '3'],
  ['7', '7'],
  ['1', '3'],
];

function origins(): unknown[] {
  return Array.from({ length: server.count(STREAM) }, (_, revision) => {
    const metadata = JSON.parse(server.stored(STREAM, revision)?.metadata ?? '') as Record<string, unknown>;
    return [metadata['$correlationId'], metadata['$causationId']];
  });
}
const twice = <T>(list: readonly T[]): T[] => list.flatMap((item) => [item, item]);

test('every event names the original command and the batch that made it due', async () => {
  await (await open()).append(-1, ROW.map(draft));
  expect(origins()).toEqual(twice(ORIGINS));
});

test('the same if each batch is appended by another process, which reads earlier ones from the stream', async () => {
  for (const one of ROW) await (await open()).append(one.first - 1, [draft(one)]);
  expect(origins()).toEqual(twice(ORIGINS));
});

test('the same after records without such names', async () => {
  await (await open()).append(-1, ROW.slice(0, 4).map(draft));
  const prev = chained(ROW).map((stored) => stored.prev);
  for (let revision = 0; revision < server.count(STREAM); revision++) {
    server.tamper(STREAM, revision, (text, part) => {
      if (part === 'data') return text;
      const older = Object.entries(JSON.parse(text) as object).filter(([name]) => !name.startsWith('$'));
      return JSON.stringify({ ...Object.fromEntries(older), prev: prev[Math.floor(revision / 2)] });
    });
  }
  const journal = await open();
  await journal.append(positionOf(ROW[3]), [draft(ROW[4])]);
  expect(origins().slice(8)).toEqual([ORIGINS[4], ORIGINS[4]]);
  expect(await all(journal.read(0))).toEqual(chained(ROW));
});
