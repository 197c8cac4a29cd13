import Input from 'antd/es/input';
import { useTexts } from '../../i18n/use-texts';
import { typed } from '../../lib/typed';
import styles from './amount-field.module.css';

interface AmountFieldProps {
  unit: string;
  /** Places behind the point. */
  scale: number;
  /** What the button for all of it fills in; absent: there is no such button. */
  maximum?: string | undefined;
  /** From the form that it is a field of. */
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  'aria-label'?: string;
  'aria-invalid'?: boolean | 'true' | 'false';
  'aria-describedby'?: string;
  'aria-required'?: boolean | 'true' | 'false';
}

/** Takes digits and one point, no more places than the asset has; anything else does not get in. */
export function AmountField({ unit, scale, maximum, value = '', onChange, ...properties }: AmountFieldProps) {
  const { say } = useTexts();
  return (
    <Input
      {...properties}
      className={styles.amount}
      size="large"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ target }) => {
        const text = typed(target.value, scale);
        if (text !== null) onChange?.(text);
      }}
      suffix={
        <span className={styles.end}>
          <span className={styles.unit}>{unit}</span>
          {maximum !== undefined && (
            <button type="button" className={styles.all} onClick={() => onChange?.(maximum)}>
              {say('wallet.maximum')}
            </button>
          )}
        </span>
      }
    />
  );
}
