/**
 * Follows the journal for both databases of read models: folds once, writes the views, and passes the records to their
 * writer.
 */
import type { Checkpoint } from './checkpoint';
import { followJournal, type Following, type FollowEvents, type JournalReader, type Delay } from './follow';
import type { RecordsBatchQueue } from './records-batch';
import type { ModelName } from '../tables';
import type { ReadModels } from '../views-database';

export type PerModel<T> = Readonly<Record<ModelName, T>>;

export interface FollowBothEvents extends Pick<FollowEvents, 'failed' | 'say'> {
  /** Called for the records only while they catch up; later their writer reports progress. */
  written(model: ModelName, position: number, journalEnd: number): void;
}

/** `from` agrees with the journal. First the database that is behind catches up with the other, in separate groups. */
export function followBoth(
  models: PerModel<ReadModels>,
  journal: JournalReader,
  from: PerModel<Checkpoint>,
  queue: RecordsBatchQueue,
  events: FollowBothEvents,
  rest?: Delay,
): Following {
  const [laggingModel, leadingModel]: [ModelName, ModelName] =
    from.views.position < from.records.position ? ['views', 'records'] : ['records', 'views'];
  const target = from[leadingModel];
  let isStopped = false;
  let following = from[laggingModel].position < target.position ? catchUp() : followTogether();
  return {
    stop: async () => {
      isStopped = true;
      await following.stop();
    },
  };

  function catchUp(): Following {
    const written = (position: number, journalEnd: number): void => {
      events.written(laggingModel, position, journalEnd);
      if (position === target.position) onTargetReached().catch(events.failed);
    };
    const size = laggingModel === 'records' ? queue.size : undefined;
    return followJournal(
      models[laggingModel],
      readerUpTo(journal, target),
      from[laggingModel],
      { ...events, written },
      { rest, size },
    );
  }

  async function onTargetReached(): Promise<void> {
    await following.stop();
    if (!isStopped) following = followTogether();
  }

  function followTogether(): Following {
    const written = (position: number, journalEnd: number): void => events.written('views', position, journalEnd);
    return followJournal(models.views, journal, target, { ...events, written }, { rest, queue });
  }
}

/** Delivers nothing after the end. */
function readerUpTo(journal: JournalReader, { position: end }: Checkpoint): JournalReader {
  return {
    read: (from) => journal.read(from),
    position: () => journal.position?.() ?? end,
    subscribe: (after, onBatches, onError) =>
      journal.subscribe(
        after,
        (batches) => {
          const before = batches.filter(({ position }) => position <= end);
          if (before.length > 0) return onBatches(before);
        },
        onError,
      ),
  };
}
