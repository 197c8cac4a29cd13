import { useState } from 'react';
import { ActDialog, type Act } from './act-dialog';

/** One act at a time: its dialog, and the way to open it. */
export function useActDialog(onClosed: () => unknown) {
  const [act, setAct] = useState<Act | null>(null);
  const close = () => {
    setAct(null);
    onClosed();
  };
  return [act && <ActDialog act={act} onClose={close} />, setAct] as const;
}
