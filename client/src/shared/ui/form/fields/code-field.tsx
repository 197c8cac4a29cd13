import type { FieldControl } from '../field';
import { TextField } from './text-field';
import { useState, type ChangeEvent } from 'react';
import { useTexts } from '../../../i18n/use-texts';
import { Said } from '../../said';
import styles from '../form.module.css';
import { useCountdown } from '../use-countdown';

/** What the form that it is a field of hands over. */
interface FieldProperties extends FieldControl {
  value?: string;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur?: () => void;
}

interface CodeFieldProps extends FieldProperties {
  /** Sends a code; gives the seconds until another may be asked for, or null when none was sent. */
  onSend: () => Promise<number | null>;
}

/** A code that is sent on demand, with the wait until it can be sent again. */
export function CodeField({ onSend, ...properties }: CodeFieldProps) {
  const { say } = useTexts();
  const [left, start] = useCountdown();
  const [isSending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);

  const send = async () => {
    setSending(true);
    const seconds = await onSend();
    setSending(false);
    if (seconds === null) return;
    setSent(true);
    start(seconds);
  };
  return (
    <TextField
      {...properties}
      className={styles.code}
      size="large"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      suffix={
        <button
          type="button"
          className={styles.send}
          disabled={isSending || left > 0}
          aria-busy={isSending}
          onClick={() => void send()}
        >
          {left > 0 ? (
            <Said text="code.resend_in" facts={{ seconds: String(left) }} />
          ) : (
            say(isSent ? 'code.resend' : 'code.send')
          )}
        </button>
      }
    />
  );
}

/** Six digits of the authenticator, or a recovery code. */
export function SecondFactorField(properties: FieldProperties) {
  return (
    <TextField
      {...properties}
      className={styles.code}
      size="large"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
