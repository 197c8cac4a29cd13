import { useId } from 'react';
import { NumberRemark } from '../../../shared/ui/form/fields/number-remark';
import { useNumberField, type NumberFieldTerms } from '../../../shared/ui/form/use-number-field';
import styles from './order-form.module.css';

export interface NumberFieldProps extends NumberFieldTerms {
  /** By which the form finds it. */
  name: string;
  label: string;
  unit: string;
  fault?: string | undefined;
}

/** A number with its name before it and its unit behind. What is wrong with it stands below it, and covers nothing. */
export function NumberField({ name, label, fault, ...terms }: NumberFieldProps) {
  const id = useId();
  const { input, remark } = useNumberField(terms);
  // Of what is no number nothing else can be wrong.
  const isFaulty = remark?.kind === 'fault' || fault !== undefined;
  const said = remark?.kind === 'fault' ? undefined : fault;
  const below = [...(said === undefined ? [] : [`${id}-fault`]), ...(remark ? [`${id}-remark`] : [])].join(' ');
  return (
    <div className={styles.field} data-field={name} data-faulty={isFaulty} data-cut={remark?.kind === 'cut'}>
      <label>
        <span>{label}</span>
        <input type="text" {...input} aria-invalid={isFaulty} aria-describedby={below || undefined} />
        <span>{terms.unit}</span>
      </label>
      {below !== '' && (
        <div className={styles.below}>
          {said !== undefined && (
            <p id={`${id}-fault`} className={styles.fault}>
              {said}
            </p>
          )}
          <NumberRemark id={`${id}-remark`} remark={remark} />
        </div>
      )}
    </div>
  );
}
