import { createContext, useContext } from 'react';
import type { FieldsForm } from './use-form';

interface FormContextValue {
  form: FieldsForm<object>;
  /** The user changed a field. */
  changed: () => void;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useFormContext(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('a field needs a FieldForm around it');
  return context;
}

/** Form around a group of fields, which knows its own fields. */
export function useFormOf<Fields extends object>(): FieldsForm<Fields> {
  const { form }: { form: unknown } = useFormContext();
  return form as FieldsForm<Fields>;
}
