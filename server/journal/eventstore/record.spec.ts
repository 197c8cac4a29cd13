import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../core/bounds';
import { EVENT_FIELDS } from '../../products/core';
import { bytesOf, largestBatch } from '../../../test/tools/fixtures/largest';
import { batchOfBytes, draft, sampleBatches } from '../../../test/tools/samples/sample-batches';
import { APPEND_BYTES_MAX_DEFAULT } from './append-limit';
import { APPEND_BYTES_NEEDED, partsOf, recordsOf, type SealedBatch } from './record';

const PREV = 'f'.repeat(64);
/** The largest values. */
const ORIGIN = { correlation: Number.MAX_SAFE_INTEGER, causation: Number.MAX_SAFE_INTEGER };

/** The server's count (its Event.SizeOnDisk): bytes of data and metadata, two bytes per character of the type. */
function countedBytes({ records }: SealedBatch): number {
  return records.reduce((sum, { data, metadata, type }) => sum + data.length + metadata.length + 2 * type.length, 0);
}

describe('the largest batch of the core', () => {
  const batch = largestBatch(Number.MAX_SAFE_INTEGER - BATCH_EVENTS_MAX);
  const sealed = recordsOf(partsOf(draft(batch).body), PREV, ORIGIN);

  test('reaches both bounds, and no kind of event has a longer name', () => {
    expect([batch.events.length, bytesOf(batch)]).toEqual([BATCH_EVENTS_MAX, BATCH_BYTES_MAX]);
    const longest = Math.max(...Object.keys(EVENT_FIELDS).map((type) => type.length));
    expect(batch.events[0].type).toHaveLength(longest);
  });

  test('fits an append of a server with default settings, with all its metadata', () => {
    expect(countedBytes(sealed)).toBeLessThanOrEqual(APPEND_BYTES_NEEDED);
    expect(APPEND_BYTES_NEEDED).toBeLessThanOrEqual(APPEND_BYTES_MAX_DEFAULT);
  });
});

test.each([
  ['the largest batch', largestBatch()],
  ['ordinary ones', ...sampleBatches(1)],
  ['a single long event', batchOfBytes(10_000)],
])('the adapter’s count equals the server’s: %s', (_, batch) => {
  const sealed = recordsOf(partsOf(draft(batch).body), PREV, ORIGIN);
  expect(sealed.bytes).toBe(countedBytes(sealed));
});
