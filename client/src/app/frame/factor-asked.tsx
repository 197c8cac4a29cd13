import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { StepUpWanted } from '../../../../shared/wire/step-up';
import { selectSessionId } from '../../kit/entities/session/session-slice';
import type { Fault } from '../../kit/api/envelope';
import { onStepUp } from '../../kit/api/step-up';
import { lazyPart } from '../../kit/ui/page/lazy-part';

interface Asked {
  wanted: StepUpWanted;
  refused: Fault | null;
  answer: (proof: string | null) => void;
}

const Nothing = () => null;
const StepUpDialog = lazyPart(() => import('../step-up/step-up-dialog').then((part) => part.StepUpDialog), Nothing);

/** Asks for the second factor when a request needs it. A session change closes the dialog. */
export function FactorAsked() {
  const session = useSelector(selectSessionId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let waiting: ((proof: string | null) => void) | null = null;
    const close = (): void => {
      waiting?.(null);
      waiting = null;
      setAsked(null);
    };
    const stop = onStepUp((wanted, refused) => {
      // Only one request can wait: a newer one cancels the older.
      waiting?.(null);
      setBusy(false);
      return new Promise((resolve) => {
        waiting = resolve;
        setAsked({
          wanted,
          refused,
          answer: (proof) => {
            waiting = null;
            resolve(proof);
            if (proof === null) setAsked(null);
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
  if (!asked) return null;
  return <StepUpDialog wanted={asked.wanted} refused={asked.refused} isBusy={isBusy} onAnswer={asked.answer} />;
}
