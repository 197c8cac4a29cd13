/** Terms that are to be otherwise, and from when; shown once more, old and new, before they are sent. */
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { reasonField, timeOf } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import styles from '../parts/desk.module.css';
import { FromField } from './from-field';

export function useTermsForm() {
  const id = useId();
  const [from, setFrom] = useState('');
  const [hasTried, setTried] = useState(false);
  const [remark, setRemark] = useState('');
  return {
    ...{ id, from, hasTried, remark, setTried, setRemark },
    /** Null: at once. */
    at: timeOf(from),
    /** What was said of what was entered before no longer counts. */
    touched: () => setRemark(''),
    begin: (entered: string) => {
      setRemark('');
      setFrom(entered);
    },
    clear: () => {
      setFrom('');
      setTried(false);
    },
  };
}

interface TermsFormProps {
  form: ReturnType<typeof useTermsForm>;
  /** By field, in the order of the fields. */
  faults: object;
  /** Why there is nothing to send, though no field is wrong. */
  refusal: string | null;
  act: () => Act;
  children: ReactNode;
}

export function TermsForm({ form, faults, refusal, act, children }: TermsFormProps) {
  const { say } = useTexts();
  const [shown, setShown] = useState<Act | null>(null);
  const press = (event: FormEvent) => {
    event.preventDefault();
    form.setTried(true);
    const [first] = Object.keys(faults);
    if (first !== undefined) return document.getElementById(`${form.id}-${first}`)?.focus();
    if (refusal !== null) return form.setRemark(refusal);
    setShown(act());
  };
  return (
    <>
      <form className={styles.terms} noValidate onSubmit={press}>
        {children}
        <FromField id={`${form.id}-from`} value={form.from} isTold={form.hasTried} onChange={form.begin} />
        <p role="alert" className={styles.fault}>
          {form.remark}
        </p>
        <button type="submit" className={styles.primary}>
          {say('staff.terms.preview')}
        </button>
      </form>
      {shown && <ActDialog act={shown} onClose={() => setShown(null)} />}
    </>
  );
}

interface Change {
  /** What it is the terms of. */
  label: string;
  consequence: string;
  takes: Act['takes'];
  at: number | null;
  /** Old and new. */
  facts: readonly (readonly [string, string])[];
  send: (terms: { clientId: string; from?: number; reason: string }) => ReturnType<Act['send']>;
  onDone: NonNullable<Act['onDone']>;
}

/** The change once more. */
export function useTermsAct(): (change: Change) => Act {
  const { say } = useTexts();
  return ({ label, consequence, takes, at, facts, send, onDone }) => ({
    title: `${say('staff.terms.change')} – ${label}`,
    consequence,
    takes,
    facts: [[say('staff.from'), at === null ? say('staff.from.at_once') : dateAndTime(at)], ...facts],
    fields: [reasonField(say)],
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: ({ reason }, clientId) => send({ clientId, ...(at === null ? {} : { from: at }), reason }),
    onDone,
  });
}
