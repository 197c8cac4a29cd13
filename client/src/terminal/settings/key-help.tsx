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
  const [asked, setAsked] = useState<KeyAction | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const ask = (action: KeyAction | null) => {
    setAsked(action);
    setFault(null);
  };
  const record = (action: KeyAction, key: string) => {
    const taken = KEY_ACTIONS.find((other) => other !== action && keys[other] === key);
    if (taken) return setFault(t('keys.taken', { key: key.toUpperCase(), name: t(`keys.${taken}`) }));
    choose(action, key);
    ask(null);
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
                  aria-pressed={asked === action}
                  onClick={() => ask(asked === action ? null : action)}
                  onBlur={() => asked === action && ask(null)}
                  onKeyDown={(event) => {
                    if (asked !== action || event.key === 'Tab') return;
                    // Records the key without its effect: Escape cancels recording and does not close the dialog.
                    event.preventDefault();
                    event.stopPropagation();
                    const pressed = keyPressed(event);
                    if (event.key === 'Escape') ask(null);
                    else if (pressed !== null) record(action, pressed);
                  }}
                >
                  {asked === action ? t('keys.press') : (key?.toUpperCase() ?? t('keys.off'))}
                </button>
              </dt>
              <dd>{name}</dd>
              {key !== null && (
                <dd>
                  <IconButton
                    label={t('keys.switch_off', { name })}
                    onClick={() => {
                      choose(action, null);
                      ask(null);
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
        {fault}
      </p>
      <Button
        disabled={isStandard}
        onClick={() => {
          reset();
          ask(null);
        }}
      >
        {t('keys.reset')}
      </Button>
    </>
  );
}
