import { useId, type KeyboardEvent } from 'react';
import { typed } from '../../shared/lib/typed';
import styles from './order-form.module.css';

interface NumberFieldProps {
  label: string;
  unit: string;
  value: string;
  /** Places behind the point. */
  scale: number;
  onChange: (text: string) => void;
  /** Arrow keys: one step up or down. */
  onStep?: (steps: 1 | -1) => void;
  fault?: string;
}

/** Takes digits and one point, no more places than the market has; anything else does not get in. */
export function NumberField({ label, unit, value, scale, onChange, onStep, fault }: NumberFieldProps) {
  const id = useId();
  const step = (event: KeyboardEvent) => {
    const steps = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (steps === 0 || !onStep) return;
    event.preventDefault();
    onStep(steps);
  };
  return (
    <div className={styles.field} data-faulty={fault !== undefined}>
      <label>
        <span>{label}</span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : id}
          onChange={({ target }) => {
            const text = typed(target.value, scale);
            if (text !== null) onChange(text);
          }}
          onKeyDown={step}
        />
        <span>{unit}</span>
      </label>
      {fault !== undefined && (
        <p id={id} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
