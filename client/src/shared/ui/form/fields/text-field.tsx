import type { ComponentProps, ReactNode } from 'react';
import styles from '../control.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size' | 'prefix'> {
  size?: 'body' | 'large';
  /** In the frame, before the text. */
  prefix?: ReactNode;
  /** In the frame, after the text. */
  suffix?: ReactNode;
}

/** A line of text in a frame. */
export function TextField({ size = 'body', prefix, suffix, className = '', value = '', ...input }: TextFieldProps) {
  return (
    <span className={`${styles.frame} ${className}`} data-size={size}>
      {prefix}
      <input type="text" {...input} value={value} className={styles.text} />
      {suffix}
    </span>
  );
}
