import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title' | 'className'> {
  /** What it does, for those who cannot see the icon. */
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
