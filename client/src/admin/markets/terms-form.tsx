/** Form for changed terms and their start time. Old and new values are confirmed before sending. */
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { ActDialog, type Act } from '../act/act-dialog';
import { reasonField, timeOf } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import styles from './terms.module.css';
import { FromField } from './from-field';

export function useTermsForm() {
  const id = useId();
  const [from, setFrom] = useState('');
  const [hasTried, setTried] = useState(false);
  const [remark, setRemark] = useState('');
  return {
    ...{ id, from, hasTried, remark, setTried, setRemark },
    /** Null means immediately. */
    at: timeOf(from),
    /** Clears the message about the previous input. */
    touched: () => setRemark(''),
    begin: (text: string) => {
      setRemark('');
      setFrom(text);
    },
    clear: () => {
      setFrom('');
      setTried(false);
    },
  };
}

interface TermsFormProps {
  form: ReturnType<typeof useTermsForm>;
  /** Faults by field, in the order of the fields. */
  errors: object;
  /** Why nothing can be sent although every field is valid. */
  refusal: string | null;
  act: () => Act;
  children: ReactNode;
}

export function TermsForm({ form, errors, refusal, act, children }: TermsFormProps) {
  const { t } = useTexts();
  const [openAct, setOpenAct] = useState<Act | null>(null);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.setTried(true);
    const [first] = Object.keys(errors);
    if (first !== undefined) return document.getElementById(`${form.id}-${first}`)?.focus();
    if (refusal !== null) return form.setRemark(refusal);
    setOpenAct(act());
  };
  return (
    <>
      <form className={styles.terms} noValidate onSubmit={handleSubmit}>
        {children}
        <FromField id={`${form.id}-from`} value={form.from} isTold={form.hasTried} onChange={form.begin} />
        <p role="alert" className={styles.fault}>
          {form.remark}
        </p>
        <button type="submit" className={styles.primary}>
          {t('staff.terms.preview')}
        </button>
      </form>
      {openAct && <ActDialog act={openAct} onClose={() => setOpenAct(null)} />}
    </>
  );
}

interface Change {
  /** Name of the market or asset whose terms change. */
  label: string;
  consequence: string;
  approvalRule: Act['approvalRule'];
  at: number | null;
  /** Old and new values. */
  details: readonly (readonly [string, string])[];
  send: (terms: { clientId: string; from?: number; reason: string }) => ReturnType<Act['send']>;
  onDone: NonNullable<Act['onDone']>;
}

/** Action that confirms and sends the change. */
export function useTermsAct(): (change: Change) => Act {
  const { t } = useTexts();
  return ({ label, consequence, approvalRule, at, details, send, onDone }) => ({
    title: `${t('staff.terms.change')} – ${label}`,
    consequence,
    approvalRule,
    details: [[t('staff.from'), at === null ? t('staff.from.at_once') : dateAndTime(at)], ...details],
    fields: [reasonField(t)],
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: ({ reason }, clientId) => send({ clientId, ...(at === null ? {} : { from: at }), reason }),
    onDone,
  });
}
