import { useState } from 'react';
import type { Fault } from '../../../../../kit/api/envelope';

type Answer = PromiseLike<{ error?: Fault | undefined }>;

export interface StopInputs {
  /** A request is in flight; no other is sent until it returns. */
  isBusy: boolean;
  /** Refusal of the current form contents. */
  fault: Fault | undefined;
  /** Refusal that arrived after the form contents changed, with the name of its request. */
  other: { name: string; fault: Fault } | null;
  /** Wraps a request so that its refusal is kept under `name`. */
  sending: <Wish>(name: string, send: (wish: Wish) => Answer) => (wish: Wish) => Answer;
  /** Call when the form turns to another stop or kind. */
  turn: () => void;
  forget: () => void;
}

/**
 * Requests about a position's stops. A refusal belongs to the form contents that were sent, even if they changed
 * before the answer.
 */
export function useStopInputs(): StopInputs {
  const [isBusy, setBusy] = useState(false);
  const [turns, setTurns] = useState(0);
  const [refused, setRefused] = useState<{ name: string; fault: Fault; at: number } | null>(null);
  const isHere = refused?.at === turns;
  return {
    isBusy,
    fault: isHere ? refused.fault : undefined,
    other: isHere ? null : refused,
    sending: (name, send) => async (wish) => {
      setBusy(true);
      setRefused(null);
      const answer = await send(wish);
      setBusy(false);
      if (answer.error) setRefused({ name, fault: answer.error, at: turns });
      return answer;
    },
    turn: () => setTurns((count) => count + 1),
    forget: () => setRefused(null),
  };
}
