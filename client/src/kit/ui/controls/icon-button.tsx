import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title' | 'className'> {
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, children, ...properties }: IconButtonProps) {
  return (
    <button type="button" {...properties} className={styles.button} aria-label={label} title={label}>
      {children}
    </button>
  );
}
