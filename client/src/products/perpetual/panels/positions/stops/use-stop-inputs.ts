import { useState } from 'react';
import type { Fault } from '../../../../../kit/api/envelope';

type Answer = PromiseLike<{ error?: Fault | undefined }>;

export interface StopInputs {
  /** A request is in flight; no other is sent until it returns. */
  isBusy: boolean;
  /** Refusal of the current form contents. */
  error: Fault | undefined;
  /** Refusal that arrived after the form contents changed, with the name of its request. */
  other: { name: string; error: Fault } | null;
  /** Wraps a request so that its refusal is kept under `name`. */
  sending: <Wish>(name: string, send: (request: Wish) => Answer) => (request: Wish) => Answer;
  /** Call when the form turns to another stop or kind. */
  switchForm: () => void;
  forget: () => void;
}

/**
 * Requests about a position's stops. A refusal belongs to the form contents that were sent, even if they changed
 * before the answer.
 */
export function useStopInputs(): StopInputs {
  const [isBusy, setBusy] = useState(false);
  const [formVersion, setFormVersion] = useState(0);
  const [failedRequest, setFailedRequest] = useState<{ name: string; error: Fault; at: number } | null>(null);
  const isHere = failedRequest?.at === formVersion;
  return {
    isBusy,
    error: isHere ? failedRequest.error : undefined,
    other: isHere ? null : failedRequest,
    sending: (name, send) => async (request) => {
      setBusy(true);
      setFailedRequest(null);
      const answer = await send(request);
      setBusy(false);
      if (answer.error) setFailedRequest({ name, error: answer.error, at: formVersion });
      return answer;
    },
    switchForm: () => setFormVersion((count) => count + 1),
    forget: () => setFailedRequest(null),
  };
}
