/** A table of the risk board. */
import type { ReactNode } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts';
import { RoundedAmount } from '../../../shared/ui/figures/amount';
import { figure, type Column } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';

/** An amount of an overview; a dash where there is none yet. */
export function amountColumn<Row>(key: string, title: string, read: (row: Row) => string | null): Column<Row> {
  return figure(key, title, (row) => {
    const amount = read(row);
    return amount === null ? '–' : <RoundedAmount of={amount} />;
  });
}

interface TableProps<Row> {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: Column<Row>[];
  /** Below it. */
  children?: ReactNode;
}

export function RiskTable<Row extends object>({ title, rows, keyOf, columns, children }: TableProps<Row>) {
  const { say } = useTexts();
  return (
    <Panel title={title} level={2}>
      <Rows<Row>
        label={title}
        rows={rows}
        keyOf={keyOf}
        columns={columns}
        empty={<Note kind="empty" text={say('staff.risk.none')} />}
      />
      {children}
    </Panel>
  );
}
