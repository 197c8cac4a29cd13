import { Eye, EyeOff } from 'lucide-react';
import type { FieldControl } from '../field';
import { TextField } from './text-field';
import { useState, type KeyboardEvent } from 'react';
import { useTexts } from '../../../i18n/use-texts';
import styles from '../form.module.css';

interface PasswordFieldProps extends FieldControl {
  autoComplete: 'current-password' | 'new-password';
  value?: string;
  onChange?: (event: React.ChangeEvent<HTMLInputElement>) => void;
  onBlur?: () => void;
}

/** Can reveal its text, and shows a Caps Lock hint. */
export function PasswordField({ onBlur, ...properties }: PasswordFieldProps) {
  const { t } = useTexts();
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const updateCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const Icon = isShown ? EyeOff : Eye;
  return (
    <>
      <TextField
        {...properties}
        size="large"
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="off"
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        onBlur={() => {
          setCapsLock(false);
          onBlur?.();
        }}
        suffix={
          <button
            type="button"
            className={styles.reveal}
            aria-label={t(isShown ? 'login.hide_password' : 'login.show_password')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={16} aria-hidden="true" />
          </button>
        }
      />
      <span className={styles.caps} role="status">
        {hasCapsLock && t('login.caps_lock')}
      </span>
    </>
  );
}
