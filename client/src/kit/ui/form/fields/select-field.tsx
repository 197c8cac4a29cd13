import { ChevronDown } from 'lucide-react';
import styles from '../control.module.css';
import type { FieldControl } from '../field';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  isDisabled?: boolean;
}

interface SelectFieldProps<Value extends string> extends FieldControl {
  options: readonly SelectOption<Value>[];
  value?: Value | undefined;
  onChange?: (value: Value | undefined) => void;
  onBlur?: () => void;
  /** Shown without a value. */
  placeholder?: string;
  /** Makes the placeholder selectable. */
  isClearable?: boolean;
  isDisabled?: boolean;
  size?: 'body' | 'large';
  'aria-label'?: string;
}

/** Native select. */
export function SelectField<Value extends string>(properties: SelectFieldProps<Value>) {
  const { options, value, onChange, placeholder = '', isClearable, isDisabled, size = 'body', ...others } = properties;
  // Without this the browser shows the first option for an unknown value.
  const selectedOption = options.find((option) => option.value === value);
  return (
    <span className={styles.frame} data-size={size}>
      <select
        {...others}
        className={styles.select}
        data-empty={selectedOption === undefined}
        disabled={isDisabled}
        value={selectedOption?.value ?? ''}
        onChange={({ target }) => onChange?.(options.find((option) => option.value === target.value)?.value)}
      >
        {(isClearable || selectedOption === undefined) && (
          <option value="" hidden={!isClearable}>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className={styles.arrow} size={14} aria-hidden="true" />
    </span>
  );
}
