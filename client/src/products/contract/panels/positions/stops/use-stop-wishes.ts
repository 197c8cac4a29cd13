import { useState } from 'react';
import type { Fault } from '../../../../../shared/api/envelope';

type Answer = PromiseLike<{ error?: Fault | undefined }>;

export interface StopWishes {
  /** One is under way: there is no other until its answer has come. */
  isBusy: boolean;
  /** Why what is in the form was refused. */
  fault: Fault | undefined;
  /** What was refused after the form had turned to something else, by its name. */
  other: { name: string; fault: Fault } | null;
  /** How a wish of that name is sent. */
  sending: <Wish>(name: string, send: (wish: Wish) => Answer) => (wish: Wish) => Answer;
  /** What is in the form is something else from now on. */
  turn: () => void;
  forget: () => void;
}

/** What is sent of a position's stops: a refusal belongs to what was sent, whatever was chosen before the answer came. */
export function useStopWishes(): StopWishes {
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
