import { nanoid } from '@reduxjs/toolkit';
import { useRef } from 'react';
import type { Fault } from '../api/envelope';

export interface Attempt {
  /** The client id of a wish. */
  idOf: (wish: object) => string;
  accepted: () => void;
}

/** After these nobody knows whether it was taken: only the same id again can tell. */
const UNSURE: ReadonlySet<string> = new Set(['system.error', 'system.busy', 'outcome.unknown', 'request.too.many']);

/** Whether what was refused may have been taken all the same. */
export function isUnsure({ code }: Fault): boolean {
  return code === undefined || UNSURE.has(code);
}

/** The client id of something that is done once, and never sent again as the same. */
export function newClientId(): string {
  return nanoid();
}

/**
 * The client id of what is being sent. The same wish keeps its id until it has been accepted: sent again after an answer that
 * never came, it is not done twice, whatever was refused in between. Another wish is another command.
 */
export function useAttempt(): Attempt {
  const known = useRef<{ wish: string; id: string } | null>(null);
  return {
    idOf: (wish) => {
      const text = JSON.stringify(wish);
      if (known.current?.wish !== text) known.current = { wish: text, id: newClientId() };
      return known.current.id;
    },
    accepted: () => {
      known.current = null;
    },
  };
}
