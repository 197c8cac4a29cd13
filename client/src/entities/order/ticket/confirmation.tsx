import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts';
import { focusFirst } from '../../../shared/lib/hooks/focus-first';
import { useKeptSwitch } from '../../../shared/lib/storage/kept';
import { Button } from '../../../shared/ui/controls/button';
import { translateOf } from '../../../shared/ui/figures/figure';
import { Dialog } from '../../../shared/ui/dialogs/dialog';
import styles from './order-form.module.css';

interface ConfirmationProps {
  title: string;
  /** What is to be sent, to the last digit. */
  facts: readonly (readonly string[])[];
  /** What it would come to: further facts. */
  foreseen?: ReactNode;
  /** Under which a user's wish not to be asked twice is kept. */
  skipKey: string;
  side: 'buy' | 'sell';
  /** On the button. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  /** It may be a slip: a second Enter leaves it, and it is asked each time. */
  isWarned?: boolean;
  /** What one must know before. */
  children?: ReactNode;
}

/** An order once more, before it is sent; whoever does not want to be asked again says so here. */
export function Confirmation(properties: ConfirmationProps) {
  const { title, facts, foreseen, skipKey, side, confirm, isWarned = false, onConfirm, onClose, children } = properties;
  const { say } = useTexts();
  const [isSkipped, keepSkipped] = useKeptSwitch(skipKey);
  const [isLast, setLast] = useState(false);
  const press = () => {
    if (isLast) keepSkipped(true);
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <dl className={styles.facts}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd translate={translateOf(fact)}>{fact}</dd>
          </div>
        ))}
        {foreseen}
      </dl>
      {children}
      {!isSkipped && !isWarned && (
        <label className={styles.check}>
          <input type="checkbox" checked={isLast} onChange={({ target }) => setLast(target.checked)} />
          {say('place.skip')}
        </label>
      )}
      {isWarned ? (
        <div className={styles.warned}>
          <Button ref={focusFirst} onClick={onClose}>
            {say('place.cancel')}
          </Button>
          <button type="button" className={styles.send} data-side="warned" onClick={press}>
            {say('place.anyway', { act: confirm })}
          </button>
        </div>
      ) : (
        <button type="button" className={styles.send} data-side={side} ref={focusFirst} onClick={press}>
          {confirm}
        </button>
      )}
    </Dialog>
  );
}
