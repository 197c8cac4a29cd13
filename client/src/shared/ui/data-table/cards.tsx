import { useTexts } from '../../i18n/use-texts';
import { Choice } from '../controls/choice';
import type { Column, RowsProps, Sorted } from './columns';

import styles from './data-table.module.css';
import { Tick } from './tick';

/** Each row a card. Columns that are always shown come first and need no name, those without a title come last. */
type CardsProps<Row> = RowsProps<Row> & { rows: readonly Row[] };

export function Cards<Row>({ label, columns, rows, keyOf, isFetching, selection, sorted }: CardsProps<Row>) {
  const heads = columns.filter(({ isFixed, title }) => isFixed && title !== '');
  const lines = columns.filter(({ isFixed }) => !isFixed);
  const ends = columns.filter(({ isFixed, title }) => isFixed && title === '');
  return (
    <>
      {sorted && <SortChoice columns={columns} {...sorted} />}
      <ul className={styles.cards} data-busy={isFetching} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)}>
            <div className={styles.cardHead}>
              {selection && <Tick of={keyOf(row)} selection={selection} />}
              {heads.map(({ key, render }) => (
                <span key={key}>{render(row)}</span>
              ))}
            </div>
            <dl>
              {lines.map(({ key, title, isEnd, render }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd translate={isEnd ? 'no' : undefined}>{render(row)}</dd>
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
    </>
  );
}

/** Cards have no headings to press. */
function SortChoice<Row>({ columns, sort, onSort }: Sorted & { columns: readonly Column<Row>[] }) {
  const { say } = useTexts();
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
      {say('table.sort')}
      <Choice
        label={say('table.sort')}
        value={sort === null ? '' : `${sort.by} ${sort.order}`}
        options={[{ value: '', text: say('table.newest') }, ...options]}
        onChange={(chosen) => {
          const [by = '', order] = chosen.split(' ');
          onSort(by === '' ? null : { by, order: order === 'asc' ? 'asc' : 'desc' });
        }}
      />
    </p>
  );
}
