import Checkbox from 'antd/es/checkbox';
import Popover from 'antd/es/popover';
import { Columns3 } from 'lucide-react';
import { useTexts } from '../../i18n/use-texts';
import { Button } from '../button';
import type { Column } from './columns';
import styles from './data-table.module.css';

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

export function ColumnChoice<Row>({ columns, hidden, onChange }: ColumnChoiceProps<Row>) {
  const { say } = useTexts();
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  const choice = (
    <div className={styles.choice} role="group" aria-label={say('table.columns')}>
      {columns
        .filter(({ isFixed }) => !isFixed)
        .map(({ key, title }) => (
          <Checkbox key={key} checked={!hidden.has(key)} onChange={() => toggle(key)}>
            {title}
          </Checkbox>
        ))}
    </div>
  );
  return (
    <Popover content={choice} trigger="click" placement="bottomRight">
      <Button>
        <Columns3 size={15} aria-hidden="true" />
        <span className={styles.buttonText}>{say('table.columns')}</span>
      </Button>
    </Popover>
  );
}
