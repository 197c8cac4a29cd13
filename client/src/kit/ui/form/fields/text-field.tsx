import type { ComponentProps, ReactNode } from 'react';
import styles from '../control.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size' | 'prefix'> {
  size?: 'body' | 'large';
  /** Inside the frame, before the text. */
  prefix?: ReactNode;
  /** Inside the frame, after the text. */
  suffix?: ReactNode;
}

/** Framed text input. */
export function TextField({ size = 'body', prefix, suffix, className = '', value = '', ...input }: TextFieldProps) {
  return (
    <span className={`${styles.frame} ${className}`} data-size={size}>
      {prefix}
      <input type="text" {...input} value={value} className={styles.text} />
      {suffix}
    </span>
  );
}
