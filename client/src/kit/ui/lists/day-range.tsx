import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts';
import styles from './day-range.module.css';

/** Epoch milliseconds: `from` is inclusive, `to` exclusive. */
export interface TimeRange {
  from?: number;
  to?: number;
}

interface DayRangeProps {
  label: string;
  onChange: (range: TimeRange) => void;
}

/** A half-typed year is a day of the first centuries; it is ignored. */
const DAY_MIN = '1970-01-01';

/** From the start of the first day to the end of the last, in local time; either may be open. */
export function DayRange({ label, onChange }: DayRangeProps) {
  const { t } = useTexts();
  const [days, setDays] = useState({ from: '', to: '' });
  const change = (next: typeof days) => {
    setDays(next);
    if ([next.from, next.to].some((day) => day !== '' && day < DAY_MIN)) return;
    onChange(rangeOf(next.from, next.to));
  };
  return (
    <fieldset className={styles.range} aria-label={label}>
      <input
        type="date"
        aria-label={t('table.from')}
        data-empty={days.from === ''}
        value={days.from}
        onChange={({ target }) => change({ ...days, from: target.value })}
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        aria-label={t('table.to')}
        data-empty={days.to === ''}
        value={days.to}
        onChange={({ target }) => change({ ...days, to: target.value })}
      />
    </fieldset>
  );
}

/** Days in the format of date inputs, empty if open. Days in the wrong order are swapped. */
export function rangeOf(one: string, other: string): TimeRange {
  const [first, last] = one !== '' && other !== '' && one > other ? [other, one] : [one, other];
  return {
    ...(first === '' ? {} : { from: startOf(first, 0) }),
    ...(last === '' ? {} : { to: startOf(last, 1) }),
  };
}

function startOf(day: string, daysLater: number): number {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}
