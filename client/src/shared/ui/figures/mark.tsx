import styles from './mark.module.css';

/** A state in a word, and how it stands by its colour. */
export function Mark({ kind, text }: { kind: 'good' | 'warning' | 'bad' | 'level'; text: string }) {
  return (
    <span className={styles.mark} data-kind={kind}>
      {text}
    </span>
  );
}
