import type { Typed } from '../../shared/lib/typed';
import { NumberRemark } from '../../shared/ui/form/number-remark';
import { useNumberField } from '../../shared/ui/form/use-number-field';
import styles from './act-dialog.module.css';

interface NumberCellProps {
  id: string;
  label: string;
  isWhole: boolean;
  isOptional?: boolean;
  value: Typed;
  fault: string | null;
  isTold: boolean;
  onChange: (typed: Typed) => void;
}

/** As a request's decimals have it. */
const PLACES_MAX = 30;

/** A number in a table, named by its column and its row. */
export function NumberCell({ id, label, isWhole, isOptional, value, fault, isTold, onChange }: NumberCellProps) {
  const { input, remark } = useNumberField({
    ...{ value, onChange, isTold },
    scale: isWhole ? 0 : PLACES_MAX,
    beyond: 'refused',
  });
  const below = remark ? null : fault;
  return (
    <>
      <input
        {...input}
        id={id}
        className={styles.input}
        type="text"
        aria-label={label}
        aria-required={!isOptional}
        aria-invalid={fault !== null || remark?.kind === 'fault'}
        {...(below || remark ? { 'aria-describedby': `${id}-below` } : {})}
      />
      {below && (
        <p id={`${id}-below`} className={styles.below} data-kind="bad">
          {below}
        </p>
      )}
      <NumberRemark id={`${id}-below`} remark={remark} />
    </>
  );
}
