/** What is largest: a batch at both bounds of the core. */
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../server/core/bounds';
import { encodeBody } from '../../server/products/core';
import type { Batch, CoreEvent } from '../../server/core/event';

/** Bytes of a batch with its place in the chain. */
export function bytesOf(batch: Batch): number {
  return Buffer.byteLength(encodeBody(batch)) + ',"prev":""}'.length + 64;
}

/** A batch at both bounds exactly, whose note, actor, position, time and kinds of events are the longest there are. */
export function largestBatch(first = 0): Batch {
  const filled = (letters: number): Batch => {
    const events: CoreEvent[] = [];
    for (let index = 0; index < BATCH_EVENTS_MAX; index++) {
      const filling = 'x'.repeat(Math.floor((letters + index) / BATCH_EVENTS_MAX));
      // No kind has a longer name, and EventStoreDB counts names.
      events.push({ type: 'PerpetualMarketStateChanged', market: filling, state: 'open' });
    }
    return {
      v: 2,
      first,
      at: Number.MAX_SAFE_INTEGER,
      command: {
        type: 'SetPerpetualMarketState',
        clientId: 'c'.repeat(36),
        digest: 'd'.repeat(12),
        cause: Number.MAX_SAFE_INTEGER,
      },
      actor: `admin/${Number.MAX_SAFE_INTEGER}`,
      events,
    };
  };
  return filled(BATCH_BYTES_MAX - bytesOf(filled(0)));
}
