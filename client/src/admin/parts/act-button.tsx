import { useState, type ComponentProps } from 'react';
import { ActDialog, type Act } from '../act/act-dialog';
import { Button } from '../../kit/ui/controls/button';

interface ActButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'children'> {
  text: string;
  act: Act;
}

/** Button that opens the dialog of one action. Needs a key where another action can take its place, because the open state persists. */
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
