import { Keyboard, X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../kit/i18n/use-texts';
import { KEY_ACTIONS, keyPressed, useOwnKeys, type KeyAction } from '../../kit/lib/hooks/own-keys';
import { Button } from '../../kit/ui/controls/button';
import { Dialog } from '../../kit/ui/dialogs/dialog';
import { IconButton } from '../../kit/ui/controls/icon-button';
import styles from './trade-settings.module.css';

/** Key combinations, which cannot be changed. */
const FIXED_KEYS = [
  { keys: ['Ctrl', 'K'], text: 'keys.palette' },
  { keys: ['Shift', 'Enter'], text: 'keys.pick_all' },
  { keys: ['Esc'], text: 'keys.close' },
] as const;

interface KeyHelpProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Lists the keyboard shortcuts and lets the user change them. */
export function KeyHelp({ isOpen, onOpen }: KeyHelpProps) {
  const { t } = useTexts();
  return (
    <>
      <IconButton label={t('keys.title')} onClick={() => onOpen(true)}>
        <Keyboard size={18} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Dialog title={t('keys.title')} onClose={() => onOpen(false)}>
          <KeyList />
        </Dialog>
      )}
    </>
  );
}

function KeyList() {
  const { t } = useTexts();
  const { keys, isStandard, choose, reset } = useOwnKeys();
  /** The action that the next pressed key will get. */
  const [pendingAction, setPendingAction] = useState<KeyAction | null>(null);
  const [error, setError] = useState<string | null>(null);
  const selectAction = (action: KeyAction | null) => {
    setPendingAction(action);
    setError(null);
  };
  const record = (action: KeyAction, key: string) => {
    const conflictingAction = KEY_ACTIONS.find((other) => other !== action && keys[other] === key);
    if (conflictingAction)
      return setError(t('keys.taken', { key: key.toUpperCase(), name: t(`keys.${conflictingAction}`) }));
    choose(action, key);
    selectAction(null);
  };
  return (
    <>
      <p className={styles.hint}>{t('keys.hint')}</p>
      <dl className={styles.keys}>
        {KEY_ACTIONS.map((action) => {
          const name = t(`keys.${action}`);
          const key = keys[action];
          return (
            <div key={action}>
              <dt>
                <button
                  type="button"
                  className={styles.recorder}
                  aria-label={t('keys.change', { name, key: key?.toUpperCase() ?? t('keys.off') })}
                  aria-pressed={pendingAction === action}
                  onClick={() => selectAction(pendingAction === action ? null : action)}
                  onBlur={() => pendingAction === action && selectAction(null)}
                  onKeyDown={(event) => {
                    if (pendingAction !== action || event.key === 'Tab') return;
                    // Records the key without its effect: Escape cancels recording and does not close the dialog.
                    event.preventDefault();
                    event.stopPropagation();
                    const pressed = keyPressed(event);
                    if (event.key === 'Escape') selectAction(null);
                    else if (pressed !== null) record(action, pressed);
                  }}
                >
                  {pendingAction === action ? t('keys.press') : (key?.toUpperCase() ?? t('keys.off'))}
                </button>
              </dt>
              <dd>{name}</dd>
              {key !== null && (
                <dd>
                  <IconButton
                    label={t('keys.switch_off', { name })}
                    onClick={() => {
                      choose(action, null);
                      selectAction(null);
                    }}
                  >
                    <X size={14} aria-hidden="true" />
                  </IconButton>
                </dd>
              )}
            </div>
          );
        })}
        {FIXED_KEYS.map(({ keys: fixed, text }) => (
          <div key={text}>
            <dt>
              {fixed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.fault} role="alert">
        {error}
      </p>
      <Button
        disabled={isStandard}
        onClick={() => {
          reset();
          selectAction(null);
        }}
      >
        {t('keys.reset')}
      </Button>
    </>
  );
}
