import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { StepUpWanted } from '../../../../shared/wire/step-up';
import { selectSessionId } from '../../kit/entities/session/session-slice';
import type { Fault } from '../../kit/api/envelope';
import { onStepUp } from '../../kit/api/step-up';
import { lazyPart } from '../../kit/ui/page/lazy-part';

interface Asked {
  challenge: StepUpWanted;
  previousError: Fault | null;
  answer: (proof: string | null) => void;
}

const Nothing = () => null;
const StepUpDialog = lazyPart(() => import('../step-up/step-up-dialog').then((part) => part.StepUpDialog), Nothing);

/** Asks for the second factor when a request needs it. A session change closes the dialog. */
export function FactorAsked() {
  const session = useSelector(selectSessionId);
  const [pendingPrompt, setPendingPrompt] = useState<Asked | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let resolvePending: ((proof: string | null) => void) | null = null;
    const close = (): void => {
      resolvePending?.(null);
      resolvePending = null;
      setPendingPrompt(null);
    };
    const stop = onStepUp((challenge, previousError) => {
      // Only one request can wait: a newer one cancels the older.
      resolvePending?.(null);
      setBusy(false);
      return new Promise((resolve) => {
        resolvePending = resolve;
        setPendingPrompt({
          challenge,
          previousError,
          answer: (proof) => {
            resolvePending = null;
            resolve(proof);
            if (proof === null) setPendingPrompt(null);
            else setBusy(true);
          },
        });
      });
    }, close);
    return () => {
      stop();
      close();
    };
  }, [session]);
  if (!pendingPrompt) return null;
  return (
    <StepUpDialog
      challenge={pendingPrompt.challenge}
      previousError={pendingPrompt.previousError}
      isBusy={isBusy}
      onAnswer={pendingPrompt.answer}
    />
  );
}
