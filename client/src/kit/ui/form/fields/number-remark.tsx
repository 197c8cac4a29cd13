import styles from './number-remark.module.css';
import type { Remark } from '../use-number-field';

/** A remark on a number, and a button for the probable correction. */
export function NumberRemark({ id, remark }: { id: string; remark: Remark | null }) {
  if (!remark) return null;
  return (
    <p id={id} className={styles.remark} data-kind={remark.kind}>
      {remark.text}{' '}
      {remark.meant && (
        <button type="button" onClick={remark.meant.apply}>
          {remark.meant.text}
        </button>
      )}
    </p>
  );
}
