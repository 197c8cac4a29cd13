import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_TEXT_LENGTH_MAX,
  FEEDBACK_TEXT_LENGTH_MIN,
} from '../../../../../../shared/products/content/wire';
import { useSendFeedbackMutation } from '../../../../entities/content/content-api';
import { wordsOf, type Fault } from '../../../../shared/api/envelope';
import type { TextKey } from '../../../../shared/i18n/i18n';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { typedBefore, useTypedKept } from '../../../../shared/lib/storage/typed-kept';
import { useAttempt } from '../../../../shared/lib/hooks/use-attempt';
import { CONTACT_LENGTH_MAX, faultsOf, isDraft, lengthOf, wordedAs, type Draft } from './feedback-draft';
import styles from './feedback.module.css';
import reading from '../reading.module.css';

const BLANK: Draft = { category: 'suggestion', text: '', contact: '' };
const ROWS = 8;
const FORM = 'feedback';

export function FeedbackForm({ onSent }: { onSent: (id: string) => void }) {
  const { say } = useTexts();
  const [draft, setDraft] = useState(() => typedBefore(FORM, isDraft) ?? BLANK);
  useTypedKept(FORM, () => draft);
  const [isTried, setTried] = useState(false);
  const [send, { isLoading, error }] = useSendFeedbackMutation();
  const attempt = useAttempt();
  const text = useRef<HTMLTextAreaElement>(null);
  const contact = useRef<HTMLInputElement>(null);
  const faults = isTried ? faultsOf(draft) : {};

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setTried(true);
    const { text: textFault, contact: contactFault } = faultsOf(draft);
    if (textFault) return text.current?.focus();
    if (contactFault) return contact.current?.focus();
    const words = wordedAs(draft);
    const answer = await send({ clientId: attempt.idOf(words), ...words });
    if (!answer.error) attempt.accepted();
    if (answer.data) onSent(answer.data.id);
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.categories}>
        <legend>{say('feedback.category')}</legend>
        {FEEDBACK_CATEGORIES.map((category) => (
          <label key={category}>
            <input
              type="radio"
              name="category"
              checked={draft.category === category}
              onChange={() => setDraft({ ...draft, category })}
            />
            <span>{say(`feedback.category.${category}`)}</span>
          </label>
        ))}
      </fieldset>
      <Field label={say('feedback.text')} fault={faults.text} note={<Counter length={lengthOf(draft.text)} />}>
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
      <Field label={say('feedback.contact')} fault={faults.contact} note={say('feedback.contact_hint')}>
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
      {error && <Refusal fault={error} />}
      <button type="submit" className={reading.action} disabled={isLoading}>
        {say(isLoading ? 'feedback.sending' : 'feedback.send')}
      </button>
    </form>
  );
}

interface FieldProps {
  label: string;
  fault?: TextKey;
  note: ReactNode;
  children: (field: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode;
}

/** What is wrong stands where the hint stood, so that nothing moves. */
function Field({ label, fault, note, children }: FieldProps) {
  const { say } = useTexts();
  const id = useId();
  const limits = { min: String(FEEDBACK_TEXT_LENGTH_MIN), max: String(FEEDBACK_TEXT_LENGTH_MAX) };
  const facts = fault === 'feedback.contact_too_long' ? { max: String(CONTACT_LENGTH_MAX) } : limits;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-note` })}
      <div id={`${id}-note`} className={styles.note}>
        {fault && (
          <span className={styles.fault} role="alert">
            {say(fault, facts)}
          </span>
        )}
        {(!fault || typeof note !== 'string') && note}
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

function Refusal({ fault }: { fault: Fault }) {
  const { say } = useTexts();
  const words = wordsOf(fault);
  return (
    <p className={styles.refusal} role="alert">
      {'key' in words ? say(words.key) : words.text}
    </p>
  );
}
