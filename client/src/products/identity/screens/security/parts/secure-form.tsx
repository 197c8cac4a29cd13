import { useState, type ReactNode } from 'react';
import type { Fault } from '../../../../../kit/api/envelope';
import { FieldForm } from '../../../../../kit/ui/form/field-form';
import { Submit } from '../../../../../kit/ui/form/submit';
import { useRefusals } from '../../../../../kit/ui/form/use-refusals';
import type { FieldsForm } from '../../../../../kit/ui/form/use-form';
import styles from './security.module.css';

interface SecureFormProps<Fields extends object> {
  form: FieldsForm<Fields>;
  submitText: string;
  kind?: 'bad';
  /** Form field by server code. */
  fieldOf: Readonly<Partial<Record<string, string>>>;
  /** Returns the refusal, or undefined on success. */
  onSubmit: (fields: Fields) => Promise<Fault | undefined>;
  children: ReactNode;
}

/** Base of all security forms: one request at a time, refusals at their fields. */
export function SecureForm<Fields extends object>({
  form,
  submitText,
  kind,
  fieldOf,
  onSubmit,
  children,
}: SecureFormProps<Fields>) {
  const { formError, explain, clear } = useRefusals(form, fieldOf);
  const [isBusy, setBusy] = useState(false);
  const submit = async (fields: Fields) => {
    setBusy(true);
    clear();
    const error = await onSubmit(fields);
    setBusy(false);
    if (error) explain(error);
  };
  return (
    <FieldForm<Fields> className={styles.form} form={form} onSubmit={(fields) => void submit(fields)} onChange={clear}>
      {children}
      <Submit text={submitText} isBusy={isBusy} formError={formError} kind={kind} />
    </FieldForm>
  );
}
