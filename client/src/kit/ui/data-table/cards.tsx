import { useTexts } from '../../i18n/use-texts';
import { Choice } from '../controls/choice';
import type { Column, RowsProps, Sorted } from './columns';

import styles from './data-table.module.css';
import { RowCheckbox } from './row-checkbox';

/** Rows as cards. Fixed columns come first without a label, untitled ones last. */
type CardsProps<Row> = RowsProps<Row> & { rows: readonly Row[] };

export function Cards<Row>({ label, columns, rows, keyOf, isFetching, selection, sorted }: CardsProps<Row>) {
  const headColumns = columns.filter(({ isFixed, title }) => isFixed && title !== '');
  const lineColumns = columns.filter(({ isFixed }) => !isFixed);
  const endColumns = columns.filter(({ isFixed, title }) => isFixed && title === '');
  return (
    <>
      {sorted && <SortChoice columns={columns} {...sorted} />}
      <ul className={styles.cards} data-busy={isFetching} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)}>
            <div className={styles.cardHead}>
              {selection && <RowCheckbox rowKey={keyOf(row)} selection={selection} />}
              {headColumns.map(({ key, render }) => (
                <span key={key}>{render(row)}</span>
              ))}
            </div>
            <dl>
              {lineColumns.map(({ key, title, isEnd, render }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd translate={isEnd ? 'no' : undefined}>{render(row)}</dd>
                </div>
              ))}
            </dl>
            {endColumns.map(({ key, render }) => (
              <div key={key} className={styles.cardEnd}>
                {render(row)}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sort menu, as cards have no headings. */
function SortChoice<Row>({ columns, sort, onSort }: Sorted & { columns: readonly Column<Row>[] }) {
  const { t } = useTexts();
  const options = columns.flatMap(({ title, sortBy }) =>
    sortBy === undefined
      ? []
      : [
          { value: `${sortBy} desc`, text: `${title} ↓` },
          { value: `${sortBy} asc`, text: `${title} ↑` },
        ],
  );
  if (options.length === 0) return null;
  return (
    <p className={styles.sort}>
      {t('table.sort')}
      <Choice
        label={t('table.sort')}
        value={sort === null ? '' : `${sort.by} ${sort.order}`}
        options={[{ value: '', text: t('table.newest') }, ...options]}
        onChange={(value) => {
          const [by = '', order] = value.split(' ');
          onSort(by === '' ? null : { by, order: order === 'asc' ? 'asc' : 'desc' });
        }}
      />
    </p>
  );
}
