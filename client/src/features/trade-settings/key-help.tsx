import { Keyboard, X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts';
import { KEY_ACTIONS, keyPressed, useOwnKeys, type KeyAction } from '../../shared/lib/hooks/own-keys';
import { Button } from '../../shared/ui/controls/button';
import { Dialog } from '../../shared/ui/dialogs/dialog';
import { IconButton } from '../../shared/ui/controls/icon-button';
import styles from './trade-settings.module.css';

/** What no single key stands for; these stay as they are. */
const FIXED_KEYS = [
  { keys: ['Ctrl', 'K'], text: 'keys.palette' },
  { keys: ['Shift', 'Enter'], text: 'keys.pick_all' },
  { keys: ['Esc'], text: 'keys.close' },
] as const;

interface KeyHelpProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Which keys do what, and where the user gives them others. */
export function KeyHelp({ isOpen, onOpen }: KeyHelpProps) {
  const { say } = useTexts();
  return (
    <>
      <IconButton label={say('keys.title')} onClick={() => onOpen(true)}>
        <Keyboard size={18} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Dialog title={say('keys.title')} onClose={() => onOpen(false)}>
          <KeyList />
        </Dialog>
      )}
    </>
  );
}

function KeyList() {
  const { say } = useTexts();
  const { keys, isStandard, choose, reset } = useOwnKeys();
  /** What the next key that is pressed will do. */
  const [asked, setAsked] = useState<KeyAction | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const ask = (action: KeyAction | null) => {
    setAsked(action);
    setFault(null);
  };
  const record = (action: KeyAction, key: string) => {
    const taken = KEY_ACTIONS.find((other) => other !== action && keys[other] === key);
    if (taken) return setFault(say('keys.taken', { key: key.toUpperCase(), name: say(`keys.${taken}`) }));
    choose(action, key);
    ask(null);
  };
  return (
    <>
      <p className={styles.hint}>{say('keys.hint')}</p>
      <dl className={styles.keys}>
        {KEY_ACTIONS.map((action) => {
          const name = say(`keys.${action}`);
          const key = keys[action];
          return (
            <div key={action}>
              <dt>
                <button
                  type="button"
                  className={styles.recorder}
                  aria-label={say('keys.change', { name, key: key?.toUpperCase() ?? say('keys.off') })}
                  aria-pressed={asked === action}
                  onClick={() => ask(asked === action ? null : action)}
                  onBlur={() => asked === action && ask(null)}
                  onKeyDown={(event) => {
                    if (asked !== action || event.key === 'Tab') return;
                    // The key is to be known, not to be obeyed: Esc ends the question and not the dialog.
                    event.preventDefault();
                    event.stopPropagation();
                    const pressed = keyPressed(event);
                    if (event.key === 'Escape') ask(null);
                    else if (pressed !== null) record(action, pressed);
                  }}
                >
                  {asked === action ? say('keys.press') : (key?.toUpperCase() ?? say('keys.off'))}
                </button>
              </dt>
              <dd>{name}</dd>
              {key !== null && (
                <dd>
                  <IconButton
                    label={say('keys.switch_off', { name })}
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
            <dd>{say(text)}</dd>
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
        {say('keys.reset')}
      </Button>
    </>
  );
}
