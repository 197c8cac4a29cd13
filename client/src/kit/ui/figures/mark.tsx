import styles from './mark.module.css';

/** State label, coloured by kind. */
export function Mark({ kind, text }: { kind: 'good' | 'warning' | 'bad' | 'level'; text: string }) {
  return (
    <span className={styles.mark} data-kind={kind}>
      {text}
    </span>
  );
}
