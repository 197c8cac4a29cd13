import type { ComponentProps } from 'react';
import styles from './button.module.css';

export function Button(properties: ComponentProps<'button'>) {
  return <button type="button" {...properties} className={styles.button} />;
}
