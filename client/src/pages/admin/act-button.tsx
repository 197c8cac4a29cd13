import { useState } from 'react';
import { ActDialog, type Act } from '../../features/staff-act/act-dialog';
import { Button } from '../../shared/ui/button';

/** One act, behind a button of its own. */
export function ActButton({ text, act }: { text: string; act: Act }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text}</Button>
      {isOpen && <ActDialog act={act} onClose={() => setOpen(false)} />}
    </>
  );
}
