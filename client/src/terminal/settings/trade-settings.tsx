import { Settings2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../kit/i18n/use-texts';
import { usePreferenceSwitch } from '../../kit/lib/storage/preferences';
import { Dialog } from '../../kit/ui/dialogs/dialog';
import { IconButton } from '../../kit/ui/controls/icon-button';
import { setRisingColour, useRising } from '../../kit/ui/theme';
import styles from './trade-settings.module.css';

interface TradeSettingsProps {
  /** Storage key of the setting that skips confirmations. */
  skipKey: string;
  /** Actions with a confirmation; by default an order. */
  askWords?: string;
  /** Further settings. */
  children?: ReactNode;
}

/** Stored settings of a trader: colour of rising prices, confirmation of orders, panel layout. */
export function TradeSettings({ skipKey, askWords, children }: TradeSettingsProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [isSkipped, keepSkipped] = usePreferenceSwitch(skipKey);
  const rising = useRising();
  return (
    <>
      <IconButton label={t('desk.title')} onClick={() => setOpen(true)}>
        <Settings2 size={18} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Dialog title={t('desk.title')} onClose={() => setOpen(false)}>
          <fieldset className={styles.choice}>
            <legend>{t('desk.rising')}</legend>
            {(['green', 'red'] as const).map((colour) => (
              <label key={colour}>
                <input
                  type="radio"
                  name="rising"
                  checked={rising === colour}
                  onChange={() => setRisingColour(colour)}
                />
                {t(`desk.rising.${colour}`)}
              </label>
            ))}
          </fieldset>
          <label className={styles.switch}>
            <input type="checkbox" checked={!isSkipped} onChange={({ target }) => keepSkipped(!target.checked)} />
            {askWords ?? t('desk.confirm')}
          </label>
          {children}
        </Dialog>
      )}
    </>
  );
}
