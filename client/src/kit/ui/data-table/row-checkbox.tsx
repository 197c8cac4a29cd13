import { useTexts } from '../../i18n/use-texts';
import type { Selection } from './columns';

/** Selects one row. */
export function RowCheckbox({
  rowKey: key,
  selection: { keys, onChange, isBarred },
}: {
  rowKey: string;
  selection: Selection;
}) {
  const { t } = useTexts();
  return (
    <input
      type="checkbox"
      aria-label={`${t('table.select_row')} ${key}`}
      checked={keys.includes(key)}
      disabled={isBarred?.(key) ?? false}
      onChange={() => onChange(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key])}
    />
  );
}
