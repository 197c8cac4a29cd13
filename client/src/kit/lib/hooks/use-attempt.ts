import { nanoid } from '@reduxjs/toolkit';
import { useContext, useRef } from 'react';
import { ReactReduxContext } from 'react-redux';
import type { Fault } from '../../api/envelope';
import { sessionOf } from '../../api/session';

export interface Attempt {
  /** Client id of a request; equal requests share it until accepted. */
  idOf: (request: object) => string;
  accepted: () => void;
}

/** Faults with an unknown outcome: only a retry with the same id can tell. */
const UNCERTAIN_CODES: ReadonlySet<string> = new Set([
  'system.error',
  'system.busy',
  'store.unavailable',
  'storage.full',
  'outcome.unknown',
  'request.too.many',
]);

/** True if a refused command may still have been executed. */
export function isUncertain({ code }: Fault): boolean {
  return code === undefined || UNCERTAIN_CODES.has(code);
}

/** New client id for a single command that is never retried. */
export function newClientId(): string {
  return nanoid();
}

interface SentRequest {
  body: string;
  id: string;
  /** Session that sent it. */
  session: string | null;
  at: number;
  isAccepted: boolean;
}

/** Time for which a named attempt outlives its dialog. Later, the user has seen the outcome, so an equal request is a new one. */
const REMEMBERED_MS = 600_000;

/** Last attempts by name, per store. */
const SENT_REQUESTS = new WeakMap<object, Map<string, SentRequest>>();

/**
 * Client id of a command. Equal requests keep the id until one is accepted, so a retry after a lost response is not executed twice. A changed
 * request gets a new id. With `attemptKey`, the id also survives the dialog that sent it.
 */
export function useAttempt(attemptKey?: string): Attempt {
  const page = useContext(ReactReduxContext)?.store ?? null;
  const lastSent = useRef<SentRequest | null>(null);
  const sentRequests = attemptKey === undefined || page === null ? null : sentRequestsOf(page);
  const session = page === null ? null : (sessionOf(page)?.id ?? null);
  const before = (): SentRequest | null => {
    const previous = attemptKey === undefined ? undefined : sentRequests?.get(attemptKey);
    return previous?.session === session && Date.now() - previous.at <= REMEMBERED_MS ? previous : null;
  };
  return {
    idOf: (request) => {
      const text = JSON.stringify(request);
      const previous = lastSent.current?.isAccepted === false ? lastSent.current : before();
      const isSame = previous?.body === text && !previous.isAccepted;
      const sentRequest = isSame ? previous : { body: text, id: newClientId(), session, at: 0, isAccepted: false };
      sentRequest.at = Date.now();
      lastSent.current = sentRequest;
      if (attemptKey !== undefined) sentRequests?.set(attemptKey, sentRequest);
      return sentRequest.id;
    },
    accepted: () => {
      if (lastSent.current) lastSent.current.isAccepted = true;
    },
  };
}

function sentRequestsOf(page: object): Map<string, SentRequest> {
  const sentRequests = SENT_REQUESTS.get(page) ?? new Map<string, SentRequest>();
  SENT_REQUESTS.set(page, sentRequests);
  return sentRequests;
}
