import { useId, useState } from 'react';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime, timeOfDay } from '../../../kit/lib/numbers/format';
import { serverNow } from '../../../kit/stream/server-time';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import styles from './option-form.module.css';
import { inMinutes, nextTime } from './start-time';

interface StartFieldProps {
  /** Epoch milliseconds; null until chosen. */
  value: number | null;
  onChange: (at: number | null) => void;
  error: string | undefined;
}

const QUICK_MINUTES = [1, 5, 15, 60] as const;

/** Start of a contract by the user's own clock: within the next day, or a number of minutes from now. */
export function StartField({ value, onChange, error }: StartFieldProps) {
  const { t } = useTexts();
  const id = useId();
  const [text, setText] = useState(value === null ? '' : timeOfDay(value));
  const choose = (at: number) => {
    setText(timeOfDay(at));
    onChange(at);
  };
  const isWrong = text !== '' && value === null;
  const errorText = error ?? (isWrong ? t('option.start.format') : undefined);
  return (
    <div className={styles.start}>
      <div className={styles.quick} role="group" aria-label={t('option.start.quick')}>
        {QUICK_MINUTES.map((minutes) => (
          <button key={minutes} type="button" onClick={() => choose(inMinutes(minutes, serverNow()))}>
            {t('option.start.in', { minutes: String(minutes) })}
          </button>
        ))}
      </div>
      <div className={formStyles.field} data-field="startsAt" data-faulty={errorText !== undefined}>
        <label>
          <span>{t('option.start')}</span>
          <input
            type="text"
            autoComplete="off"
            placeholder="HH:mm:ss"
            value={text}
            aria-invalid={errorText !== undefined}
            aria-describedby={errorText === undefined ? undefined : `${id}-fault`}
            onChange={({ target }) => {
              setText(target.value);
              onChange(nextTime(target.value, serverNow()));
            }}
          />
        </label>
      </div>
      {errorText === undefined ? (
        <p className={styles.hint}>{value === null ? t('option.start.hint') : dateAndTime(value)}</p>
      ) : (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {errorText}
        </p>
      )}
    </div>
  );
}
