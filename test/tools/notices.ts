/** Notices that the rows of all products bring for batches. */
import type { Batch } from '../../server/core/event';
import type { CoreState } from '../../server/core/state';
import { NotificationRows, type RowNotice } from '../../server/workers/notification-rows';
import { MESSAGE_FACTS } from '../../shared/wire/messages-center';
import { Exchange } from './core-fixture';

/** A database in which every query finds this row, if any. */
export function databaseOf(row: object | undefined): never {
  const query: object = new Proxy(
    {},
    { get: (_, name) => (name === 'executeTakeFirst' ? async () => row : name === 'then' ? undefined : () => query) },
  );
  return { sql: query } as never;
}

/** Rows after a start at this state. `stored` is what the read models find; without it they must not be asked. */
export function rowsFrom(state: CoreState, stored?: never): NotificationRows {
  const services = {
    ...{ database: stored as never, stored: stored as never },
    ...{ destinationOf: async () => '?', addressOf: async () => null },
    reasonOf: async (reason: string) => reason,
  };
  return new NotificationRows(state, services, async () => undefined);
}

/** All facts have the shape that the wire declares. A batch whose messages could not be stored comes again. */
export async function noticesOf(batch: Batch, rows: NotificationRows, isStored = true): Promise<RowNotice[]> {
  const notices: RowNotice[] = [];
  rows.learn(batch);
  for await (const notice of rows.of(batch)) {
    MESSAGE_FACTS[notice.key].parse(notice.facts);
    notices.push(notice);
  }
  if (isStored) rows.forget(batch);
  return notices;
}

export async function noticesIn(
  batches: readonly Batch[],
  rows = rowsFrom(new Exchange().state),
): Promise<RowNotice[]> {
  const notices: RowNotice[] = [];
  for (const batch of batches) notices.push(...(await noticesOf(batch, rows)));
  return notices;
}
