import { useTexts } from '../../i18n/use-texts';
import type { Selection } from './columns';

/** Selects one row. */
export function Tick({ of: key, selection: { keys, onChange, isBarred } }: { of: string; selection: Selection }) {
  const { say } = useTexts();
  return (
    <input
      type="checkbox"
      aria-label={`${say('table.select_row')} ${key}`}
      checked={keys.includes(key)}
      disabled={isBarred?.(key) ?? false}
      onChange={() => onChange(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key])}
    />
  );
}
