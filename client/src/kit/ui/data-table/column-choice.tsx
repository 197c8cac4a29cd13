import { Columns3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts';
import type { Column } from './columns';
import styles from './data-table.module.css';

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

/** Menu of shown columns; closes on Esc and on a press elsewhere. */
export function ColumnChoice<Row>({ columns, hidden, onChange }: ColumnChoiceProps<Row>) {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  return (
    <div
      className={styles.choice}
      onBlur={({ relatedTarget, currentTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button ref={button} type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Columns3 size={15} aria-hidden="true" />
        {t('table.columns')}
      </button>
      {isOpen && (
        // A click next to a checkbox must not blur the menu.
        <div role="group" aria-label={t('table.columns')} tabIndex={-1}>
          {columns
            .filter(({ isFixed }) => !isFixed)
            .map(({ key, title }) => (
              <label key={key}>
                <input type="checkbox" checked={!hidden.has(key)} onChange={() => toggle(key)} />
                {title}
              </label>
            ))}
        </div>
      )}
    </div>
  );
}
