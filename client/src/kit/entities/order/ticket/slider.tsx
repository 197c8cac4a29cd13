import { memo } from 'react';
import styles from './order-form.module.css';

interface SliderProps {
  label: string;
  value: number;
  isDisabled: boolean;
  onChange: (percent: number) => void;
}

const MARKS = [0, 25, 50, 75, 100];

export const Slider = memo(function Slider({ label, value, isDisabled, onChange }: SliderProps) {
  return (
    <div className={styles.slider}>
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value={value}
        disabled={isDisabled}
        aria-label={label}
        aria-valuetext={`${value}%`}
        style={{ backgroundSize: `${value}% 3px` }}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <div className={styles.marks}>
        {MARKS.map((mark) => (
          <button
            key={mark}
            type="button"
            tabIndex={-1}
            disabled={isDisabled}
            aria-label={`${label} ${mark}%`}
            onClick={() => onChange(mark)}
          >
            {mark}%
          </button>
        ))}
      </div>
    </div>
  );
});
