import type { FieldControl } from '../field';
import { TextField } from './text-field';
import { useState, type ChangeEvent } from 'react';
import { useTexts } from '../../../i18n/use-texts';
import { TextWithFact } from '../../text-with-fact';
import styles from '../form.module.css';
import { useCountdown } from '../use-countdown';

/** Properties that the surrounding form passes. */
interface FieldProperties extends FieldControl {
  value?: string;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur?: () => void;
}

interface CodeFieldProps extends FieldProperties {
  /** Sends a code. Returns the seconds until the next one is allowed, or null if sending failed. */
  onSend: () => Promise<number | null>;
}

/** Code field with a send button and a countdown until the next code. */
export function CodeField({ onSend, ...properties }: CodeFieldProps) {
  const { t } = useTexts();
  const [remainingSeconds, start] = useCountdown();
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
          disabled={isSending || remainingSeconds > 0}
          aria-busy={isSending}
          onClick={() => void send()}
        >
          {remainingSeconds > 0 ? (
            <TextWithFact text="code.resend_in" params={{ seconds: String(remainingSeconds) }} />
          ) : (
            t(isSent ? 'code.resend' : 'code.send')
          )}
        </button>
      }
    />
  );
}

/** Authenticator code of six digits, or a recovery code. */
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
