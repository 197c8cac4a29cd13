import { cloneElement, useEffect, useId, useLayoutEffect, type ReactElement, type ReactNode } from 'react';
import { useController, useWatch } from 'react-hook-form';
import styles from './field.module.css';
import { useFormContext } from './form-context';
import type { Rule } from './rules';

/** Attributes that `Field` gives its control. */
export interface FieldControl {
  id?: string;
  'aria-invalid'?: boolean | 'true' | 'false';
  'aria-describedby'?: string;
  'aria-required'?: boolean | 'true' | 'false';
}

interface ControlProps extends FieldControl {
  value?: unknown;
  onChange?: (next: unknown) => void;
  onBlur?: () => void;
}

interface FieldProps {
  name: string;
  label?: ReactNode;
  /** Below the control and its error. */
  extra?: ReactNode;
  /** Checked in order; the first fault is shown. */
  rules?: readonly Rule<never>[];
  judgedOn?: 'blur' | 'change';
  /** Name of another field: its changes validate this field again if it is filled. */
  judgedWith?: string;
  /** The control. Its own `id`, `onChange` and `onBlur` are kept. */
  children: ReactElement;
}

/** Field of a `FieldForm`: label, control, error and hint. */
export function Field(properties: FieldProps) {
  const { name, label, extra, rules = [], judgedOn = 'blur', judgedWith, children } = properties;
  const { form, changed } = useFormContext();
  const { hook, mounted } = form;
  const { control } = hook;
  const child = children as ReactElement<ControlProps>;
  const ownId = useId();
  const id = child.props.id ?? ownId;
  const { field, fieldState } = useController({
    name,
    control,
    defaultValue: null,
    rules: { validate: (value: unknown, values: object) => firstFault(rules, value ?? undefined, values) },
  });
  useLayoutEffect(() => {
    mounted.set(name, id);
    return () => {
      mounted.delete(name);
      hook.clearErrors(name);
    };
  }, [hook, mounted, name, id]);
  const other: unknown = useWatch({ control, name: judgedWith ?? name, disabled: judgedWith === undefined });
  useEffect(() => {
    const ownValue: unknown = hook.getValues(name);
    if (judgedWith !== undefined && ownValue !== null && ownValue !== '') void form.judge(name as never);
  }, [form, hook, name, judgedWith, other]);

  const errorText = fieldState.error?.message;
  const isFaulty = fieldState.error !== undefined;
  const isRequired = rules.some((rule) => rule.isRequired);
  const described = [...(isFaulty ? [`${id}-fault`] : []), ...(extra === undefined ? [] : [`${id}-extra`])].join(' ');
  return (
    <FieldRow id={id} label={label} errorText={errorText} extra={extra}>
      {cloneElement(child, {
        id,
        value: (field.value as unknown) ?? undefined,
        ...(isFaulty ? { 'aria-invalid': 'true' as const } : {}),
        ...(described === '' ? {} : { 'aria-describedby': described }),
        ...(isRequired ? { 'aria-required': 'true' as const } : {}),
        onChange: (next: unknown) => {
          field.onChange(next ?? null);
          hook.clearErrors(name);
          if (judgedOn === 'change') void form.judge(name as never);
          changed();
          child.props.onChange?.(next);
        },
        onBlur: () => {
          // Rules would clear the server's error for the unchanged value.
          if (judgedOn === 'blur' && fieldState.error?.type !== 'server') field.onBlur();
          child.props.onBlur?.();
        },
      })}
    </FieldRow>
  );
}

interface FieldRowProps {
  /** Id of the control. */
  id: string;
  label?: ReactNode;
  errorText?: string | undefined;
  extra?: ReactNode;
  children: ReactNode;
}

/** Field layout for a control outside the form's values. */
export function FieldRow({ id, label, errorText = '', extra, children }: FieldRowProps) {
  return (
    <div className={styles.field}>
      {label !== undefined && (
        <label className={styles.label} id={labelIdOf(id)} htmlFor={id}>
          {label}
        </label>
      )}
      {children}
      {errorText !== '' && (
        <p className={styles.fault} id={`${id}-fault`} role="alert">
          {errorText}
        </p>
      )}
      {extra !== undefined && (
        <div className={styles.extra} id={`${id}-extra`}>
          {extra}
        </div>
      )}
    </div>
  );
}

/** Radio groups have no labelable element, so the group references its label by this id. */
export function labelIdOf(id: string): string {
  return `${id}-label`;
}

async function firstFault(rules: readonly Rule<never>[], value: unknown, values: object): Promise<string | undefined> {
  for (const rule of rules) {
    const error = await rule(value as never, values);
    if (error !== undefined) return error;
  }
  return undefined;
}
