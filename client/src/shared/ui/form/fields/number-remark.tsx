import styles from './number-remark.module.css';
import type { Remark } from '../use-number-field';

/** What there is to say of a number, and one click to what was probably meant. */
export function NumberRemark({ id, remark }: { id: string; remark: Remark | null }) {
  if (!remark) return null;
  return (
    <p id={id} className={styles.remark} data-kind={remark.kind}>
      {remark.text}{' '}
      {remark.meant && (
        <button type="button" onClick={remark.meant.take}>
          {remark.meant.text}
        </button>
      )}
    </p>
  );
}
