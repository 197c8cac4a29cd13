import { useId } from 'react';
import { NumberRemark } from '../../../ui/form/fields/number-remark';
import { useNumberField, type NumberFieldTerms } from '../../../ui/form/use-number-field';
import styles from './order-form.module.css';

export interface NumberFieldProps extends NumberFieldTerms {
  /** Key by which the form finds the field. */
  name: string;
  label: string;
  unit: string;
  errorText?: string | undefined;
}

/** Number field with a label and a unit. Its fault is shown below without overlaying anything. */
export function NumberField({ name, label, errorText, ...terms }: NumberFieldProps) {
  const id = useId();
  const { input, remark } = useNumberField(terms);
  // An invalid number shows only that fault.
  const isFaulty = remark?.kind === 'fault' || errorText !== undefined;
  const shownError = remark?.kind === 'fault' ? undefined : errorText;
  const below = [...(shownError === undefined ? [] : [`${id}-fault`]), ...(remark ? [`${id}-remark`] : [])].join(' ');
  return (
    <div className={styles.field} data-field={name} data-faulty={isFaulty} data-cut={remark?.kind === 'cut'}>
      <label>
        <span>{label}</span>
        <input type="text" {...input} aria-invalid={isFaulty} aria-describedby={below || undefined} />
        <span>{terms.unit}</span>
      </label>
      {below !== '' && (
        <div className={styles.below}>
          {shownError !== undefined && (
            <p id={`${id}-fault`} className={styles.fault}>
              {shownError}
            </p>
          )}
          <NumberRemark id={`${id}-remark`} remark={remark} />
        </div>
      )}
    </div>
  );
}
