import type { FieldControl } from '../field';
import { TextField } from './text-field';
import { useId } from 'react';
import { useTexts } from '../../../i18n/use-texts';
import { EMPTY, typedOf, type Typed } from '../../../lib/numbers/typed';
import styles from './amount-field.module.css';
import { NumberRemark } from './number-remark';
import { useNumberField } from '../use-number-field';

interface AmountFieldProps extends FieldControl {
  unit: string;
  /** Places behind the point. */
  scale: number;
  /** What the button for all of it fills in; absent: there is no such button. */
  maximum?: string | undefined;
  value?: Typed;
  onChange?: (typed: Typed) => void;
  onBlur?: () => void;
  placeholder?: string;
  'aria-label'?: string;
}

/** An amount of an asset. It says itself what is no number; what is wrong with a number the form says. */
export function AmountField(properties: AmountFieldProps) {
  const { unit, scale, maximum, value = EMPTY, onChange = () => undefined, onBlur, ...others } = properties;
  const { say } = useTexts();
  const id = useId();
  const { input, remark } = useNumberField({
    ...{ unit, scale, value, onChange },
    // Finer than the asset is nothing; up would be more than was meant.
    beyond: 'down',
    isTold: others['aria-invalid'] === true || others['aria-invalid'] === 'true',
  });
  const described = [others['aria-describedby'], remark ? id : undefined].filter((one) => one !== undefined).join(' ');
  return (
    <>
      <TextField
        {...others}
        {...input}
        {...(described === '' ? {} : { 'aria-describedby': described })}
        className={styles.amount}
        size="large"
        onBlur={() => {
          input.onBlur();
          onBlur?.();
        }}
        suffix={
          <span className={styles.end}>
            <span className={styles.unit}>{unit}</span>
            {maximum !== undefined && (
              <button type="button" className={styles.all} onClick={() => onChange(typedOf(maximum))}>
                {say('wallet.maximum')}
              </button>
            )}
          </span>
        }
      />
      <NumberRemark id={id} remark={remark} />
    </>
  );
}
