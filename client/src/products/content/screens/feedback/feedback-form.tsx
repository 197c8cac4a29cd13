import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_TEXT_LENGTH_MAX,
  FEEDBACK_TEXT_LENGTH_MIN,
} from '../../../../../../shared/products/content/wire';
import { useSendFeedbackMutation } from '../../../../kit/entities/content/content-api';
import { faultMessage, type Fault } from '../../../../kit/api/envelope';
import type { TextKey } from '../../../../kit/i18n/i18n';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { restoreInput, useSavedInput } from '../../../../kit/lib/storage/saved-input';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { CONTACT_LENGTH_MAX, faultsOf, isDraft, lengthOf, feedbackTextOf, type Draft } from './feedback-draft';
import styles from './feedback.module.css';
import reading from '../reading.module.css';

const BLANK: Draft = { category: 'suggestion', text: '', contact: '' };
const ROWS = 8;
const FORM = 'feedback';

export function FeedbackForm({ onSent }: { onSent: (id: string) => void }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState(() => restoreInput(FORM, isDraft) ?? BLANK);
  useSavedInput(FORM, () => draft);
  const [isTried, setTried] = useState(false);
  const [send, { isLoading, error }] = useSendFeedbackMutation();
  const attempt = useAttempt();
  const text = useRef<HTMLTextAreaElement>(null);
  const contact = useRef<HTMLInputElement>(null);
  const fieldErrors = isTried ? faultsOf(draft) : {};

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setTried(true);
    const { text: textFault, contact: contactFault } = faultsOf(draft);
    if (textFault) return text.current?.focus();
    if (contactFault) return contact.current?.focus();
    const request = feedbackTextOf(draft);
    const answer = await send({ clientId: attempt.idOf(request), ...request });
    if (!answer.error) attempt.accepted();
    if (answer.data) onSent(answer.data.id);
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.categories}>
        <legend>{t('feedback.category')}</legend>
        {FEEDBACK_CATEGORIES.map((category) => (
          <label key={category}>
            <input
              type="radio"
              name="category"
              checked={draft.category === category}
              onChange={() => setDraft({ ...draft, category })}
            />
            <span>{t(`feedback.category.${category}`)}</span>
          </label>
        ))}
      </fieldset>
      <Field label={t('feedback.text')} errorKey={fieldErrors.text} note={<Counter length={lengthOf(draft.text)} />}>
        {(field) => (
          <textarea
            {...field}
            ref={text}
            rows={ROWS}
            required
            value={draft.text}
            onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          />
        )}
      </Field>
      <Field label={t('feedback.contact')} errorKey={fieldErrors.contact} note={t('feedback.contact_hint')}>
        {(field) => (
          <input
            {...field}
            ref={contact}
            type="text"
            autoComplete="email"
            value={draft.contact}
            onChange={({ target }) => setDraft({ ...draft, contact: target.value })}
          />
        )}
      </Field>
      {error && <Refusal error={error} />}
      <button type="submit" className={reading.action} disabled={isLoading}>
        {t(isLoading ? 'feedback.sending' : 'feedback.send')}
      </button>
    </form>
  );
}

interface FieldProps {
  label: string;
  errorKey?: TextKey;
  note: ReactNode;
  children: (field: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode;
}

/** The fault replaces the hint, so that the layout does not move. */
function Field({ label, errorKey, note, children }: FieldProps) {
  const { t } = useTexts();
  const id = useId();
  const limits = { min: String(FEEDBACK_TEXT_LENGTH_MIN), max: String(FEEDBACK_TEXT_LENGTH_MAX) };
  const params = errorKey === 'feedback.contact_too_long' ? { max: String(CONTACT_LENGTH_MAX) } : limits;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': errorKey !== undefined, 'aria-describedby': `${id}-note` })}
      <div id={`${id}-note`} className={styles.note}>
        {errorKey && (
          <span className={styles.fault} role="alert">
            {t(errorKey, params)}
          </span>
        )}
        {(!errorKey || typeof note !== 'string') && note}
      </div>
    </div>
  );
}

function Counter({ length }: { length: number }) {
  return (
    <span className={styles.counter} data-over={length > FEEDBACK_TEXT_LENGTH_MAX}>
      {length} / {FEEDBACK_TEXT_LENGTH_MAX}
    </span>
  );
}

function Refusal({ error }: { error: Fault }) {
  const { t } = useTexts();
  const message = faultMessage(error);
  return (
    <p className={styles.refusal} role="alert">
      {'key' in message ? t(message.key) : message.text}
    </p>
  );
}
