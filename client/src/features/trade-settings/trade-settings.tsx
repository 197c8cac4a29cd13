import { Settings2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/use-texts';
import { useKeptSwitch } from '../../shared/lib/storage/kept';
import { Dialog } from '../../shared/ui/dialogs/dialog';
import { IconButton } from '../../shared/ui/controls/icon-button';
import { chooseRising, useRising } from '../../shared/ui/theme';
import styles from './trade-settings.module.css';

interface TradeSettingsProps {
  /** Under which the wish not to be asked again is kept. */
  skipKey: string;
  /** What one is asked before; an order, unless this says what else. */
  askWords?: string;
  /** What else there is to choose here. */
  children?: ReactNode;
}

/** What a trader sets once: which colour rises, whether to be asked before an order, where the panels are. */
export function TradeSettings({ skipKey, askWords, children }: TradeSettingsProps) {
  const { say } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [isSkipped, keepSkipped] = useKeptSwitch(skipKey);
  const rising = useRising();
  return (
    <>
      <IconButton label={say('desk.title')} onClick={() => setOpen(true)}>
        <Settings2 size={18} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Dialog title={say('desk.title')} onClose={() => setOpen(false)}>
          <fieldset className={styles.choice}>
            <legend>{say('desk.rising')}</legend>
            {(['green', 'red'] as const).map((colour) => (
              <label key={colour}>
                <input type="radio" name="rising" checked={rising === colour} onChange={() => chooseRising(colour)} />
                {say(`desk.rising.${colour}`)}
              </label>
            ))}
          </fieldset>
          <label className={styles.switch}>
            <input type="checkbox" checked={!isSkipped} onChange={({ target }) => keepSkipped(!target.checked)} />
            {askWords ?? say('desk.confirm')}
          </label>
          {children}
        </Dialog>
      )}
    </>
  );
}
