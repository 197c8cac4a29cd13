import DatePicker from 'antd/es/date-picker';
import { useTexts } from '../i18n/use-texts';

/** Epoch milliseconds: `from` belongs to the range, `to` does not. */
export interface TimeRange {
  from?: number;
  to?: number;
}

interface DayRangeProps {
  label: string;
  onChange: (range: TimeRange) => void;
}

/** From the beginning of the first day to the end of the last, in local time; either may be left open. */
export function DayRange({ label, onChange }: DayRangeProps) {
  const { say } = useTexts();
  return (
    <DatePicker.RangePicker
      aria-label={label}
      placeholder={[say('table.from'), say('table.to')]}
      allowEmpty={[true, true]}
      format="YYYY-MM-DD"
      onChange={(days) =>
        onChange({
          ...(days?.[0] ? { from: days[0].startOf('day').valueOf() } : {}),
          ...(days?.[1] ? { to: days[1].add(1, 'day').startOf('day').valueOf() } : {}),
        })
      }
    />
  );
}
