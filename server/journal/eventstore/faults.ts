/** Maps errors to the faults of the port. An append in doubt is `unknown`: the caller has to read the stream back. */
import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { CodecError } from '../../core/codec';
import { AppendError, JournalLimitError, type AppendFault } from '../port';
import { NoLeaderError, NotReadyError } from './connection';
import { ForgedBatchError, RecordShapeError } from './record';

/**
 * The fault of one append of a group. `batches` counts its batches, `storedBefore` those of the group already stored by
 * earlier appends. With some stored, only `unknown` describes the group.
 */
export function appendErrorOf(cause: unknown, batches: number, storedBefore: number): AppendError {
  if (storedBefore > 0) {
    const message = `${storedBefore} batches of the group are stored, of the rest it is not known: ${textOf(cause)}`;
    return new AppendError('unknown', message, { cause });
  }
  return cause instanceof AppendError ? cause : new AppendError(faultOf(cause, batches), textOf(cause), { cause });
}

function faultOf(cause: unknown, batches: number): AppendFault {
  if (cause instanceof WrongExpectedVersionError) return 'conflict';
  // The server's maximum is below the configured one. A single batch is too large for it; several may fit separately.
  if (cause instanceof MaxAppendSizeExceededError) return batches === 1 ? 'too_large' : 'refused';
  if (REFUSALS.some((refusal) => cause instanceof refusal)) return 'refused';
  // UnavailableError, deadlines, a raw gRPC error of a server that is down, and any unexpected error.
  return 'unknown';
}

/** Answers of a server that has processed the append and stored nothing of it. */
const REFUSALS = [AccessDeniedError, NotLeaderError, NoLeaderError, NotReadyError, StreamDeletedError];

/**
 * Errors that waiting does not resolve. All others may pass: a store that is unreachable, slow or electing a leader.
 */
export function isFinal(error: unknown): boolean {
  return FINAL.some((kind) => error instanceof kind);
}

const FINAL = [
  AccessDeniedError,
  StreamDeletedError,
  WrongExpectedVersionError,
  MaxAppendSizeExceededError,
  AppendError,
  JournalLimitError,
  RecordShapeError,
  ForgedBatchError,
  CodecError,
];

/** Reason for the wait, as operators see it. */
export function waitReason(error: unknown): string {
  const isLeaderless = error instanceof NoLeaderError || error instanceof NotLeaderError;
  return `waiting for ${isLeaderless ? 'a leader' : 'the store'}: ${textOf(error)}`;
}

export function textOf(cause: unknown): string {
  // Several errors of the client have no message, only a name.
  if (cause instanceof MaxAppendSizeExceededError) {
    return `the server takes appends of ${cause.maxAppendSize} bytes: set JOURNAL_APPEND_BYTES_MAX to no more`;
  }
  if (cause instanceof Error) return cause.message === '' ? cause.constructor.name : cause.message;
  return String(cause);
}
