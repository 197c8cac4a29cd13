import Checkbox from 'antd/es/checkbox';
import { useTexts } from '../../i18n/use-texts';
import type { Column, Selection } from './columns';
import styles from './data-table.module.css';

interface CardsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isFetching: boolean;
  selection?: Selection;
}

/** Each row a card. Columns that are always shown come first and need no name, those without a title come last. */
export function Cards<Row>({ label, columns, rows, keyOf, isFetching, selection }: CardsProps<Row>) {
  const { say } = useTexts();
  const heads = columns.filter(({ isFixed, title }) => isFixed && title !== '');
  const lines = columns.filter(({ isFixed }) => !isFixed);
  const ends = columns.filter(({ isFixed, title }) => isFixed && title === '');
  const toggle = ({ keys, onChange }: Selection, key: string) =>
    onChange(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]);
  return (
    <ul className={styles.cards} data-busy={isFetching} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <div className={styles.cardHead}>
            {selection && (
              <Checkbox
                aria-label={`${say('table.select_row')} ${keyOf(row)}`}
                checked={selection.keys.includes(keyOf(row))}
                onChange={() => toggle(selection, keyOf(row))}
              />
            )}
            {heads.map(({ key, render }) => (
              <span key={key}>{render(row)}</span>
            ))}
          </div>
          <dl>
            {lines.map(({ key, title, render }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{render(row)}</dd>
              </div>
            ))}
          </dl>
          {ends.map(({ key, render }) => (
            <div key={key} className={styles.cardEnd}>
              {render(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
