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
  /** Decimals. */
  scale: number;
  /** Amount for the "all" button; absent: no button. */
  maximum?: string | undefined;
  value?: Typed;
  onChange?: (input: Typed) => void;
  onBlur?: () => void;
  placeholder?: string;
  'aria-label'?: string;
}

/** Amount of an asset. It shows parse errors itself; the form's rules check the value. */
export function AmountField(properties: AmountFieldProps) {
  const { unit, scale, maximum, value = EMPTY, onChange = () => undefined, onBlur, ...others } = properties;
  const { t } = useTexts();
  const id = useId();
  const { input, remark } = useNumberField({
    ...{ unit, scale, value, onChange },
    // Rounds excess decimals down, never above the typed amount.
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
                {t('wallet.maximum')}
              </button>
            )}
          </span>
        }
      />
      <NumberRemark id={id} remark={remark} />
    </>
  );
}
