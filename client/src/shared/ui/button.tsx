import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

export function Button(properties: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...properties} className={styles.button} />;
}
