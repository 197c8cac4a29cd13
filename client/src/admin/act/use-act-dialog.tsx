import { useState } from 'react';
import { ActDialog, type Act } from './act-dialog';

/** Opens one action dialog at a time. */
export function useActDialog(onClosed: () => unknown) {
  const [act, setAct] = useState<Act | null>(null);
  const close = () => {
    setAct(null);
    onClosed();
  };
  return [act && <ActDialog act={act} onClose={close} />, setAct] as const;
}
