import { useId } from 'react';
import { NumberRemark } from '../../shared/ui/form/number-remark';
import { useNumberField, type NumberFieldTerms } from '../../shared/ui/form/use-number-field';
import styles from './order-form.module.css';

interface NumberFieldProps extends NumberFieldTerms {
  label: string;
  unit: string;
  fault?: string | undefined;
}

/** A number with its name before it and its unit behind, and below what is wrong with it. */
export function NumberField({ label, fault, ...terms }: NumberFieldProps) {
  const id = useId();
  const { input, remark } = useNumberField(terms);
  // Of what is no number nothing else can be wrong.
  const isFaulty = remark?.kind === 'fault' || fault !== undefined;
  const said = remark?.kind === 'fault' ? undefined : fault;
  const below = [...(said === undefined ? [] : [`${id}-fault`]), ...(remark ? [`${id}-remark`] : [])].join(' ');
  return (
    <div className={styles.field} data-faulty={isFaulty}>
      <label>
        <span>{label}</span>
        <input type="text" {...input} aria-invalid={isFaulty} aria-describedby={below || undefined} />
        <span>{terms.unit}</span>
      </label>
      {said !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {said}
        </p>
      )}
      <NumberRemark id={`${id}-remark`} remark={remark} />
    </div>
  );
}
