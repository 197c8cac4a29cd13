/** Writes portions of records in the order in which they come, each in one transaction. */
import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { writeOnce, type Following, type FollowEvents } from './follow';
import { eventsIn, type Portion, type PortionWritten } from './portion';
import type { ReadModels } from '../views-database';
import { writePortion } from './write-group';

/** A portion cannot be made smaller. After so many refusals the threads start again and write smaller groups. */
const REFUSALS_MAX = 3;

/** Portions that wait at `stop` are not written; the next start folds them again. */
export function writePortions(
  records: ReadModels,
  port: MessagePort,
  events: Pick<FollowEvents, 'failed' | 'say'> & { written(position: number): void },
): Following {
  const stopping = new AbortController();
  const { signal } = stopping;
  const write = async (portion: Portion): Promise<void> => {
    const { from, to } = portion;
    let ms = 0;
    const once = async () => {
      const started = performance.now();
      await writePortion(records, portion);
      ms = performance.now() - started;
      return to;
    };
    await writeOnce(records, from, () => to, once, { say: events.say, signal, refusalsMax: REFUSALS_MAX });
    port.postMessage({ events: eventsIn(portion), ms } satisfies PortionWritten);
    events.written(to.position);
  };
  const writeAll = async (): Promise<void> => {
    for await (const [portion] of on(port, 'message', { signal }) as AsyncIterable<[Portion]>) await write(portion);
  };
  const ended = writeAll().catch((error: Error) => {
    if (!signal.aborted) events.failed(error);
  });
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
