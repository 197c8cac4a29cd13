/**
 * What the server takes in one append is its own setting, which the gRPC interface does not tell. So it is asked with an
 * append as large as this side means to send, at a place where the stream cannot end. The server adds up the sizes before
 * it looks at the place: it answers that the append is too large, with its limit, or that the place is wrong. Either way
 * nothing is stored.
 */
import {
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  TimeoutError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { JournalLimitError } from '../port';
import type { StoreConnection } from './connection';
import { APPEND_BYTES_NEEDED, type ProposedRecord } from './record';

/** What a server takes that nobody configured. */
export const APPEND_BYTES_MAX_DEFAULT = 1024 * 1024;
/** No stream gets as far as that. */
const NOWHERE = Number.MAX_SAFE_INTEGER;
const TYPE = 'Probe';
/** The server gives a write two seconds unless told otherwise, and this process may be busy reading a snapshot meanwhile. */
const ATTEMPTS_MAX = 5;
const ATTEMPT_MS_MAX = 10_000;
/** Bytes of one record as the server counts them, far below what it takes as one. */
const RECORD_BYTES = 64 * 1024;

/** Throws a JournalLimitError when JOURNAL_APPEND_BYTES_MAX leaves no room for the largest batch. */
export function refuseNarrowLimit(appendBytesMax: number): void {
  if (appendBytesMax >= APPEND_BYTES_NEEDED) return;
  const message =
    `JOURNAL_APPEND_BYTES_MAX is ${appendBytesMax}: the largest batch takes appends of ${APPEND_BYTES_NEEDED} bytes; ` +
    "set it, and the server's MaxAppendSize, to no less";
  throw new JournalLimitError(appendBytesMax, APPEND_BYTES_NEEDED, message);
}

/** Rejects with a JournalLimitError when the server takes less than `appendBytesMax`, else with why it did not say. */
export async function refuseNarrowServer(
  connection: StoreConnection,
  stream: string,
  appendBytesMax: number,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connection.append(stream, NOWHERE, probesOf(appendBytesMax), ATTEMPT_MS_MAX);
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return;
      if (error instanceof MaxAppendSizeExceededError) throw narrowServer(error.maxAppendSize, appendBytesMax);
      const late = error instanceof DeadlineExceededError || error instanceof TimeoutError;
      if (!late) throw error;
      if (attempt === ATTEMPTS_MAX) throw new Error(LATE, { cause: error });
      continue;
    }
    throw new Error(`${stream}: the server does not heed the revision that an append expects`);
  }
}

const LATE = 'the server did not say what appends it takes: it has no time for so large ones';

function narrowServer(limit: number, appendBytesMax: number): JournalLimitError {
  const remedy =
    limit < APPEND_BYTES_NEEDED
      ? `the largest batch takes ${APPEND_BYTES_NEEDED}: raise the server's MaxAppendSize`
      : "lower it, or raise the server's MaxAppendSize";
  const message = `the server takes appends of ${limit} bytes, JOURNAL_APPEND_BYTES_MAX is ${appendBytesMax}: ${remedy}`;
  return new JournalLimitError(limit, Math.max(appendBytesMax, APPEND_BYTES_NEEDED), message);
}

/** Records that make up `bytes` exactly, as the server counts them: data, and two bytes a letter of the type. */
function probesOf(bytes: number): ProposedRecord[] {
  const data = new Uint8Array(RECORD_BYTES + (bytes % RECORD_BYTES));
  return Array.from({ length: Math.floor(bytes / RECORD_BYTES) }, (_, index) => {
    const size = index === 0 ? data.length : RECORD_BYTES;
    return { id: randomUUID(), type: TYPE, data: data.subarray(0, size - 2 * TYPE.length), metadata: NONE };
  });
}

const NONE = new Uint8Array();
