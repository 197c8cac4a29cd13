import { nanoid } from '@reduxjs/toolkit';
import { useContext, useRef } from 'react';
import { ReactReduxContext } from 'react-redux';
import type { Fault } from '../../api/envelope';
import { sessionOf } from '../../api/session';

export interface Attempt {
  /** The client id of a wish. */
  idOf: (wish: object) => string;
  accepted: () => void;
}

/** After these nobody knows whether it was taken: only the same id again can tell. */
const UNSURE: ReadonlySet<string> = new Set([
  'system.error',
  'system.busy',
  'store.unavailable',
  'storage.full',
  'outcome.unknown',
  'request.too.many',
]);

/** Whether what was refused may have been taken all the same. */
export function isUnsure({ code }: Fault): boolean {
  return code === undefined || UNSURE.has(code);
}

/** The client id of something that is done once, and never sent again as the same. */
export function newClientId(): string {
  return nanoid();
}

interface Sent {
  wish: string;
  id: string;
  /** Whose it was. */
  session: string | null;
  at: number;
  isAccepted: boolean;
}

/** For so long what was sent is known after its dialog was closed: later whoever wishes for the same has seen what became of it. */
const REMEMBERED_MS = 600_000;

/** By the store of a page: what was sent last under each name. */
const SENT = new WeakMap<object, Map<string, Sent>>();

/**
 * The client id of what is being sent. The same wish keeps its id until it has been accepted: sent again after an answer that
 * never came, it is not done twice, whatever was refused in between. Another wish is another command. With a name for what it
 * is about, it keeps its id over the dialog that sent it as well, for that name.
 */
export function useAttempt(about?: string): Attempt {
  const page = useContext(ReactReduxContext)?.store ?? null;
  const own = useRef<Sent | null>(null);
  const named = about === undefined || page === null ? null : sentFrom(page);
  const session = page === null ? null : (sessionOf(page)?.id ?? null);
  const before = (): Sent | null => {
    const known = about === undefined ? undefined : named?.get(about);
    return known?.session === session && Date.now() - known.at <= REMEMBERED_MS ? known : null;
  };
  return {
    idOf: (wish) => {
      const text = JSON.stringify(wish);
      const known = own.current?.isAccepted === false ? own.current : before();
      const isSame = known?.wish === text && !known.isAccepted;
      const sent = isSame ? known : { wish: text, id: newClientId(), session, at: 0, isAccepted: false };
      sent.at = Date.now();
      own.current = sent;
      if (about !== undefined) named?.set(about, sent);
      return sent.id;
    },
    accepted: () => {
      if (own.current) own.current.isAccepted = true;
    },
  };
}

function sentFrom(page: object): Map<string, Sent> {
  const known = SENT.get(page) ?? new Map<string, Sent>();
  SENT.set(page, known);
  return known;
}
