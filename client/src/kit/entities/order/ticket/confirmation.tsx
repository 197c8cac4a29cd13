import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../i18n/use-texts';
import { focusFirst } from '../../../lib/hooks/focus-first';
import { usePreferenceSwitch } from '../../../lib/storage/preferences';
import { Button } from '../../../ui/controls/button';
import { translateOf } from '../../../ui/figures/figure';
import { Dialog } from '../../../ui/dialogs/dialog';
import styles from './order-form.module.css';

interface ConfirmationProps {
  title: string;
  /** Facts of the order, with all digits. */
  details: readonly (readonly string[])[];
  /** Further facts: its expected outcome. */
  expectedOutcome?: ReactNode;
  /** Storage key of the user's choice to skip the confirmation. */
  skipKey: string;
  side: 'buy' | 'sell';
  /** Label of the button. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  /** Possible slip: the focus is on Cancel, and the confirmation cannot be skipped. */
  isWarned?: boolean;
  /** Warnings. */
  children?: ReactNode;
}

/** Confirmation of an order before it is sent, with a setting to skip it in future. */
export function Confirmation(properties: ConfirmationProps) {
  const {
    title,
    details,
    expectedOutcome,
    skipKey,
    side,
    confirm,
    isWarned = false,
    onConfirm,
    onClose,
    children,
  } = properties;
  const { t } = useTexts();
  const [isSkipped, keepSkipped] = usePreferenceSwitch(skipKey);
  const [isLast, setLast] = useState(false);
  const handleConfirm = () => {
    if (isLast) keepSkipped(true);
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <dl className={styles.facts}>
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd translate={translateOf(value)}>{value}</dd>
          </div>
        ))}
        {expectedOutcome}
      </dl>
      {children}
      {!isSkipped && !isWarned && (
        <label className={styles.check}>
          <input type="checkbox" checked={isLast} onChange={({ target }) => setLast(target.checked)} />
          {t('place.skip')}
        </label>
      )}
      {isWarned ? (
        <div className={styles.warned}>
          <Button ref={focusFirst} onClick={onClose}>
            {t('place.cancel')}
          </Button>
          <button type="button" className={styles.send} data-side="warned" onClick={handleConfirm}>
            {t('place.anyway', { act: confirm })}
          </button>
        </div>
      ) : (
        <button type="button" className={styles.send} data-side={side} ref={focusFirst} onClick={handleConfirm}>
          {confirm}
        </button>
      )}
    </Dialog>
  );
}
