import { useMemo, useRef, type ReactNode } from 'react';
import styles from './field.module.css';
import { FormContext } from './form-context';
import { mountedValues, type FieldsForm } from './use-form';

interface FieldFormProps<Fields extends object> {
  form: FieldsForm<Fields>;
  className?: string | undefined;
  /** Inline form: fields without labels in a row. */
  layout?: 'vertical' | 'horizontal';
  /** Called with the values of mounted fields, once all are valid. */
  onSubmit: (fields: Fields) => void;
  /** The user changed a field. */
  onChange?: () => void;
  children: ReactNode;
}

/**
 * Form of `Field`s. A field is validated on blur, and its error is cleared by the next input. An incomplete form focuses its first invalid
 * field.
 */
export function FieldForm<Fields extends object>(properties: FieldFormProps<Fields>) {
  const { form, className = '', layout = 'vertical', onSubmit, onChange, children } = properties;
  const formContext = useMemo(() => ({ form, changed: () => onChange?.() }), [form, onChange]);
  const isJudging = useRef(false);
  const submit = form.hook.handleSubmit(
    (values) => onSubmit(mountedValues(form, values)),
    (errors) => form.focusFirst(Object.keys(errors)),
  );
  return (
    <form
      className={`${styles.form} ${className}`}
      data-layout={layout}
      noValidate
      onSubmit={(event) => {
        // A dialog's form is in the React tree of the form that opened it.
        event.stopPropagation();
        event.preventDefault();
        // Rules may be asynchronous; a second submit meanwhile is ignored.
        if (isJudging.current) return;
        isJudging.current = true;
        void submit(event).finally(() => {
          isJudging.current = false;
        });
      }}
    >
      <FormContext value={formContext}>{children}</FormContext>
    </form>
  );
}
