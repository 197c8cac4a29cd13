import { nanoid } from '@reduxjs/toolkit';
import { useRef } from 'react';
import type { Fault } from '../api/envelope';

export interface Attempt {
  /** The client id of a wish: one that has not been answered keeps its id. */
  idOf: (wish: object) => string;
  /** It has been answered: with a refusal, or with none. */
  ended: (refusal: Fault | undefined) => void;
}

/** After these nobody knows whether it was taken: only the same id again can tell. */
const UNSURE: ReadonlySet<string> = new Set(['system.error', 'system.busy', 'outcome.unknown', 'request.too.many']);

/**
 * Whether what was refused may have been taken all the same. A wish is then sent again with the same id, so that it is never
 * done twice.
 */
export function isUnsure({ code }: Fault): boolean {
  return code === undefined || UNSURE.has(code);
}

/** The client id of something that is done once, and never sent again as the same. */
export function newClientId(): string {
  return nanoid();
}

/**
 * The client id of what is being sent. The same wish keeps its id until it is known what became of it: sent again after an answer
 * that never came, it is not done twice. Another wish is another command, and so is the same one after an answer.
 */
export function useAttempt(): Attempt {
  const known = useRef<{ wish: string; id: string } | null>(null);
  return {
    idOf: (wish) => {
      const text = JSON.stringify(wish);
      if (known.current?.wish !== text) known.current = { wish: text, id: nanoid() };
      return known.current.id;
    },
    ended: (refusal) => {
      if (!refusal || !isUnsure(refusal)) known.current = null;
    },
  };
}
