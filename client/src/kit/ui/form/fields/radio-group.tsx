import { useId } from 'react';
import styles from '../control.module.css';
import { labelIdOf, type FieldControl } from '../field';

interface RadioGroupProps<Value extends string> extends FieldControl {
  options: readonly { value: Value; label: string }[];
  className?: string | undefined;
  value?: Value;
  onChange?: (value: Value) => void;
  onBlur?: () => void;
}

/** Radio buttons, named by the label of the `Field` around them. */
export function RadioGroup<Value extends string>(properties: RadioGroupProps<Value>) {
  const { id = '', options, className = styles.radios, value, onChange, onBlur, ...aria } = properties;
  const name = useId();
  return (
    <div
      {...aria}
      id={id}
      role="radiogroup"
      aria-labelledby={labelIdOf(id)}
      className={className}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur?.();
      }}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.tick}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange?.(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
