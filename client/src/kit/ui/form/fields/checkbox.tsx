import type { ComponentProps, ReactNode } from 'react';
import styles from '../control.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'value' | 'type'> {
  /** Checkbox with a boolean value for a `Field`. */
  value?: boolean;
  children: ReactNode;
}

export function Checkbox({ value = false, children, ...input }: CheckboxProps) {
  return (
    <label className={`${styles.tick} ${styles.check}`}>
      <input {...input} type="checkbox" checked={value} />
      <span>{children}</span>
    </label>
  );
}
