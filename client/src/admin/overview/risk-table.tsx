import type { ReactNode } from 'react';
import { useTexts } from '../../kit/i18n/use-texts';
import { RoundedAmount } from '../../kit/ui/figures/amount';
import { figure, type Column } from '../../kit/ui/data-table/columns';
import { Rows } from '../../kit/ui/data-table/rows';
import { Note } from '../../kit/ui/page/note';
import { Panel } from '../../kit/ui/page/panel';

/** Amount column; null is shown as a dash. */
export function amountColumn<Row>(key: string, title: string, read: (row: Row) => string | null): Column<Row> {
  return figure(key, title, (row) => {
    const amount = read(row);
    return amount === null ? '–' : <RoundedAmount amount={amount} />;
  });
}

interface TableProps<Row> {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: Column<Row>[];
  /** Shown below the table. */
  children?: ReactNode;
}

export function RiskTable<Row extends object>({ title, rows, keyOf, columns, children }: TableProps<Row>) {
  const { t } = useTexts();
  return (
    <Panel title={title} level={2}>
      <Rows<Row>
        label={title}
        rows={rows}
        keyOf={keyOf}
        columns={columns}
        empty={<Note kind="empty" text={t('staff.risk.none')} />}
      />
      {children}
    </Panel>
  );
}
