/** Reads of the client as plain iterations, which end where they should and clean up after themselves. */
import type { RecordedEvent, ResolvedEvent } from '@eventstore/db-client';

/** A read or a subscription of the client: its own types of the two have nothing in common but this. */
interface ClientRead {
  on(event: 'error', listener: (error: Error) => void): unknown;
  destroy(error: Error): unknown;
  iterator(options: { destroyOnReturn: boolean }): AsyncIterator<ResolvedEvent>;
  resume(): unknown;
}

/**
 * The records of one read; throws the read's error, and when `signal` aborts. `cancel` ends it on the server's side. Two
 * habits of the client are met here: it emits errors before anyone can have asked for the first record, and after a
 * cancellation it goes silent.
 */
export async function* recordsFrom(
  read: ClientRead,
  cancel: () => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent> {
  let failure: Error | undefined;
  read.on('error', (error: Error) => (failure ??= error));
  const abort = (): void => void read.destroy(new Error('the journal was closed'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    const records = read.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<ResolvedEvent>;
    for await (const { event } of records) {
      if (event) yield event;
    }
    if (failure) throw failure;
  } finally {
    signal.removeEventListener('abort', abort);
    // A read whose call could not even be made has nothing to cancel.
    await cancel().catch(() => undefined);
    // What is left flows away: the client's `dispose` waits for the end of every call, which lies behind its last record.
    read.resume();
  }
}
