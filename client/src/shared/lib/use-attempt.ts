import { nanoid } from '@reduxjs/toolkit';
import { useRef } from 'react';

/**
 * The client id of what is being sent. The same wish keeps its id until it has been accepted: sent again after an answer that
 * never came, it is not done twice. Another wish is another command.
 */
export function useAttempt(): { idOf: (wish: object) => string; accepted: () => void } {
  const known = useRef<{ wish: string; id: string } | null>(null);
  return {
    idOf: (wish) => {
      const text = JSON.stringify(wish);
      if (known.current?.wish !== text) known.current = { wish: text, id: nanoid() };
      return known.current.id;
    },
    accepted: () => {
      known.current = null;
    },
  };
}
