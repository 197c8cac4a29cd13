import { useState, type ReactNode } from 'react';
import { ActDialog, type Act } from '../act/act-dialog';
import type { Fault } from '../../kit/api/envelope';
import { useTexts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import type { Column } from '../../kit/ui/data-table/columns';
import { Note } from '../../kit/ui/page/note';
import styles from './admin.module.css';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';

interface ChangePanelProps<Row> {
  title: string;
  level: 1 | 2;
  lead?: string;
  /** Buttons in the panel's head, such as to add a row. */
  actions?: ReactNode;
  query: { error?: Fault | undefined; refetch: () => unknown };
  /** Undefined until the response arrives. */
  rows: readonly Row[] | undefined;
  /** Shown if there are no rows. */
  empty?: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Name of the row in button labels for screen readers. */
  nameOf: (row: Row) => string;
  /** Label of each row's button. */
  verb: string;
  changeOf: (row: Row) => Act;
  /** A second action per row. */
  also?: { verb: string; changeOf: (row: Row) => Act };
}

/** Table of current terms with an action per row to change them. */
export function ChangePanel<Row>(properties: ChangePanelProps<Row>) {
  const { title, level, lead, actions, query, rows, empty } = properties;
  const [act, setAct] = useState<Act | null>(null);
  return (
    <Panel title={title} level={level} actions={actions}>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {query.error || !rows ? (
        <Waiting error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 && empty !== undefined ? (
        <Note kind="empty" text={empty} />
      ) : (
        <Rows {...properties} rows={rows} onAct={setAct} />
      )}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

interface RowsProps<Row> extends ChangePanelProps<Row> {
  rows: readonly Row[];
  onAct: (act: Act) => void;
}

function Rows<Row>({ title, rows, columns, keyOf, nameOf, verb, changeOf, also, onAct }: RowsProps<Row>) {
  const { t } = useTexts();
  const rowActions = [{ verb, changeOf }, ...(also ? [also] : [])];
  const [head, ...others] = columns;
  return (
    <div className={styles.scroll}>
      <table className={styles.cards} aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ key, title: text, isEnd }) => (
              <th key={key} scope="col" className={isEnd ? styles.end : undefined}>
                {text}
              </th>
            ))}
            <th scope="col">
              <span className="spoken">{t('table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row" className={styles.rowHead}>
                {head.render(row)}
              </th>
              {others.map(({ key, title: text, isEnd, render }) => (
                <td key={key} className={isEnd ? styles.end : undefined} data-title={text}>
                  {render(row)}
                </td>
              ))}
              <td className={styles.acts}>
                <span className={styles.rowActions}>
                  {rowActions.map((action) => (
                    <Button
                      key={action.verb}
                      aria-label={`${action.verb}: ${nameOf(row)}`}
                      onClick={() => onAct(action.changeOf(row))}
                    >
                      {action.verb}
                    </Button>
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
