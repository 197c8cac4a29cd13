/** A form over react-hook-form. Its rules come from `shared/rules`: the client build leaves the schemas out, see `client/build`. */
import { useState } from 'react';
import { useForm as useHookForm, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';

export interface FieldFault {
  name: string;
  text: string;
}

/** Stable while mounted, so effects may depend on it. */
export interface FieldsForm<Fields extends object> {
  readonly hook: UseFormReturn;
  /** Control id of each mounted field, by field name. */
  readonly mounted: Map<string, string>;
  value<Name extends keyof Fields & string>(name: Name): Fields[Name] | undefined;
  set(values: Partial<Fields>): void;
  /** Resets to the initial values; all fields if none is named. */
  reset(...names: (keyof Fields & string)[]): void;
  /** Validates one field and shows its error. */
  judge(name: keyof Fields & string): Promise<boolean>;
  /** Shows errors of mounted fields and focuses the first. False if none of the fields is mounted. */
  showFaults(fieldErrors: readonly FieldFault[]): boolean;
  /** Focuses the first invalid field in page order. */
  focusFirst(names: readonly string[]): void;
}

/** `initialValues` are read once: later ones do not replace what the user typed. */
export function useForm<Fields extends object>(initialValues: Partial<Fields> = {}): FieldsForm<Fields> {
  const hook = useHookForm<FieldValues>({
    defaultValues: initialValues,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    // react-hook-form would focus the field that was mounted first, which need not be the upper one.
    shouldFocusError: false,
  });
  const [form] = useState(() => formOver<Fields>(hook));
  return form;
}

/** Value of a field, updated while typing. */
export function useFieldValue<Fields extends object, Name extends keyof Fields & string>(
  form: FieldsForm<Fields>,
  name: Name,
): Fields[Name] | undefined {
  const value: unknown = useWatch({ control: form.hook.control, name });
  return (value ?? undefined) as Fields[Name] | undefined;
}

/** Values of mounted, non-empty fields. */
export function mountedValues<Fields extends object>(form: FieldsForm<Fields>, values: FieldValues): Fields {
  const filled = Object.entries(values).filter(([name, value]) => form.mounted.has(name) && !isEmpty(value));
  return Object.fromEntries(filled) as Fields;
}

/** An empty field holds null: react-hook-form takes undefined for "not set" and falls back to an earlier value. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null;
}

function formOver<Fields extends object>(hook: UseFormReturn): FieldsForm<Fields> {
  const mounted = new Map<string, string>();
  const form: FieldsForm<Fields> = {
    hook,
    mounted,
    value: (name) => {
      const value: unknown = hook.getValues(name);
      return (value ?? undefined) as Fields[typeof name] | undefined;
    },
    set: (values) => {
      for (const [name, value] of Object.entries(values)) {
        hook.setValue(name, value ?? null);
        hook.clearErrors(name);
      }
    },
    reset: (...names) => {
      const fieldNames = names.length > 0 ? names : Object.keys(hook.getValues());
      for (const name of fieldNames) hook.resetField(name);
    },
    judge: async (name) => {
      const judged: unknown = hook.getValues(name);
      const isGood = await hook.trigger(name);
      if (hook.getValues(name) === judged) return isGood;
      // The value changed during an asynchronous rule, so its result is outdated.
      hook.clearErrors(name);
      return false;
    },
    showFaults: (fieldErrors) => {
      const mountedErrors = fieldErrors.filter(({ name }) => mounted.has(name));
      for (const { name, text } of mountedErrors) hook.setError(name, { type: 'server', message: text });
      form.focusFirst(mountedErrors.map(({ name }) => name));
      return mountedErrors.length > 0;
    },
    focusFirst: (names) => {
      const controls = names.flatMap((name) => document.getElementById(mounted.get(name) ?? '') ?? []);
      const [first] = controls.sort((a, b) =>
        a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      );
      const inGroup = first?.querySelector<HTMLElement>('input:checked, input');
      (inGroup ?? first)?.focus();
    },
  };
  return form;
}
