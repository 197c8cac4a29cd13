/** Writes portions of records in order of arrival, each in one transaction. */
import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { writeOnce, type Following, type FollowEvents } from './follow';
import { eventsIn, type RecordsBatch, type RecordsBatchWritten } from './records-batch';
import type { ReadModels } from '../views-database';
import { writeRecordsBatch } from './write-group';

/** A portion cannot be split. After this many failures the threads restart and write smaller groups. */
const REFUSALS_MAX = 3;

/** Portions that wait at `stop` are not written; the next start folds them again. */
export function writeRecordsBatches(
  records: ReadModels,
  port: MessagePort,
  events: Pick<FollowEvents, 'failed' | 'say'> & { written(position: number): void },
): Following {
  const stopping = new AbortController();
  const { signal } = stopping;
  const write = async (portion: RecordsBatch): Promise<void> => {
    const { from, to } = portion;
    let ms = 0;
    const once = async () => {
      const startedAt = performance.now();
      await writeRecordsBatch(records, portion);
      ms = performance.now() - startedAt;
      return to;
    };
    await writeOnce(records, from, () => to, once, { say: events.say, signal, refusalsMax: REFUSALS_MAX });
    port.postMessage({ events: eventsIn(portion), ms } satisfies RecordsBatchWritten);
    events.written(to.position);
  };
  const writeAll = async (): Promise<void> => {
    for await (const [portion] of on(port, 'message', { signal }) as AsyncIterable<[RecordsBatch]>)
      await write(portion);
  };
  const completion = writeAll().catch((error: Error) => {
    if (!signal.aborted) events.failed(error);
  });
  return {
    stop: async () => {
      stopping.abort();
      await completion;
    },
  };
}
