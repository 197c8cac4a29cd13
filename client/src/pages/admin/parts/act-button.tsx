import { useState, type ComponentProps } from 'react';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { Button } from '../../../shared/ui/controls/button';

interface ActButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'children'> {
  text: string;
  act: Act;
}

/** One act, behind a button of its own. In the place of another it needs a key: the open dialog is kept. */
export function ActButton({ text, act, ...button }: ActButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && <ActDialog act={act} onClose={() => setOpen(false)} />}
    </>
  );
}
