/**
 * The maximum size of an append is a server setting that the gRPC interface does not report. The adapter probes it with
 * an append of the size it intends to send, at an expected revision that the stream cannot have. The server adds up the
 * sizes before it checks the revision. It answers either that the append is too large, with its limit, or that the
 * revision is wrong. In both cases it stores nothing.
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

/** The server's default maximum of an append, in bytes. */
export const APPEND_BYTES_MAX_DEFAULT = 1024 * 1024;
/** A revision that no stream reaches. */
const UNREACHABLE_REVISION = Number.MAX_SAFE_INTEGER;
const TYPE = 'Probe';
/**
 * Maximum attempts: the server's default write timeout is 2 s, and this process may be busy reading a snapshot
 * meanwhile.
 */
const ATTEMPTS_MAX = 5;
const ATTEMPT_MS_MAX = 10_000;
/** Bytes of one record by the server's count, far below its maximum of a record. */
const RECORD_BYTES = 64 * 1024;

/** Throws a JournalLimitError when JOURNAL_APPEND_BYTES_MAX leaves no room for the largest batch. */
export function requireAppendLimit(appendBytesMax: number): void {
  if (appendBytesMax >= APPEND_BYTES_NEEDED) return;
  const message =
    `JOURNAL_APPEND_BYTES_MAX is ${appendBytesMax}: the largest batch takes appends of ${APPEND_BYTES_NEEDED} bytes; ` +
    "set it, and the server's MaxAppendSize, to no less";
  throw new JournalLimitError(appendBytesMax, APPEND_BYTES_NEEDED, message);
}

/**
 * Rejects with a JournalLimitError if the server's maximum is below `appendBytesMax`, else with the fault of the probe.
 */
export async function requireServerLimit(
  connection: StoreConnection,
  stream: string,
  appendBytesMax: number,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connection.append(stream, UNREACHABLE_REVISION, probesOf(appendBytesMax), ATTEMPT_MS_MAX);
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return;
      if (error instanceof MaxAppendSizeExceededError) throw serverLimitError(error.maxAppendSize, appendBytesMax);
      const isTimeout = error instanceof DeadlineExceededError || error instanceof TimeoutError;
      if (!isTimeout) throw error;
      if (attempt === ATTEMPTS_MAX) throw new Error(SERVER_TIMED_OUT, { cause: error });
      continue;
    }
    throw new Error(`${stream}: the server does not heed the revision that an append expects`);
  }
}

const SERVER_TIMED_OUT = 'the server did not say what appends it takes: it has no time for so large ones';

function serverLimitError(limit: number, appendBytesMax: number): JournalLimitError {
  const remedy =
    limit < APPEND_BYTES_NEEDED
      ? `the largest batch takes ${APPEND_BYTES_NEEDED}: raise the server's MaxAppendSize`
      : "lower it, or raise the server's MaxAppendSize";
  const message = `the server takes appends of ${limit} bytes, JOURNAL_APPEND_BYTES_MAX is ${appendBytesMax}: ${remedy}`;
  return new JournalLimitError(limit, Math.max(appendBytesMax, APPEND_BYTES_NEEDED), message);
}

/** Records of exactly `bytes` in total, as the server counts: data, and two bytes per character of the type. */
function probesOf(bytes: number): ProposedRecord[] {
  const data = new Uint8Array(RECORD_BYTES + (bytes % RECORD_BYTES));
  return Array.from({ length: Math.floor(bytes / RECORD_BYTES) }, (_, index) => {
    const size = index === 0 ? data.length : RECORD_BYTES;
    return { id: randomUUID(), type: TYPE, data: data.subarray(0, size - 2 * TYPE.length), metadata: NO_BYTES };
  });
}

const NO_BYTES = new Uint8Array();
