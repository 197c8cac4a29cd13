import { createContext, useContext } from 'react';
import type { FieldsForm } from './use-form';

interface FormAround {
  form: FieldsForm<object>;
  /** The user changed a field. */
  changed: () => void;
}

export const FormContext = createContext<FormAround | null>(null);

export function useFormAround(): FormAround {
  const around = useContext(FormContext);
  if (!around) throw new Error('a field needs a FieldForm around it');
  return around;
}

/** The form that a group of fields is rendered in; the group knows which fields of the form are its own. */
export function useFormOf<Fields extends object>(): FieldsForm<Fields> {
  const { form }: { form: unknown } = useFormAround();
  return form as FieldsForm<Fields>;
}
