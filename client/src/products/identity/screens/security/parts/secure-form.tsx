import { useState, type ReactNode } from 'react';
import type { Fault } from '../../../../../shared/api/envelope';
import { FieldForm } from '../../../../../shared/ui/form/field-form';
import { Submit } from '../../../../../shared/ui/form/submit';
import { useRefusals } from '../../../../../shared/ui/form/use-refusals';
import type { FieldsForm } from '../../../../../shared/ui/form/use-form';
import styles from './security.module.css';

interface SecureFormProps<Fields extends object> {
  form: FieldsForm<Fields>;
  submitText: string;
  kind?: 'bad';
  /** The field that a code of the server is about. */
  fieldOf: Readonly<Partial<Record<string, string>>>;
  /** Gives what was refused, or nothing when it is done. */
  onSubmit: (fields: Fields) => Promise<Fault | undefined>;
  children: ReactNode;
}

/** What all forms about the account's safety have in common: one request at a time, and refusals at their fields. */
export function SecureForm<Fields extends object>({
  form,
  submitText,
  kind,
  fieldOf,
  onSubmit,
  children,
}: SecureFormProps<Fields>) {
  const { fault, explain, clear } = useRefusals(form, fieldOf);
  const [isBusy, setBusy] = useState(false);
  const submit = async (fields: Fields) => {
    setBusy(true);
    clear();
    const refused = await onSubmit(fields);
    setBusy(false);
    if (refused) explain(refused);
  };
  return (
    <FieldForm<Fields> className={styles.form} form={form} onSubmit={(fields) => void submit(fields)} onChange={clear}>
      {children}
      <Submit text={submitText} isBusy={isBusy} fault={fault} kind={kind} />
    </FieldForm>
  );
}
