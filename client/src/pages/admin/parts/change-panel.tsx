import { useState, type ReactNode } from 'react';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import type { Fault } from '../../../shared/api/envelope';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import type { Column } from '../../../shared/ui/data-table/columns';
import { Note } from '../../../shared/ui/page/note';
import styles from './desk.module.css';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';

interface ChangePanelProps<Row> {
  title: string;
  level: 1 | 2;
  lead?: string;
  /** What can be added to the rows. */
  actions?: ReactNode;
  asked: { error?: Fault | undefined; refetch: () => unknown };
  /** Undefined until there is an answer. */
  rows: readonly Row[] | undefined;
  /** What is said where there is no row. */
  empty?: string;
  /** The first names the row. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** What the row is called where one only hears it. */
  nameOf: (row: Row) => string;
  /** What the button of each row says. */
  verb: string;
  changeOf: (row: Row) => Act;
  /** What else can be changed of each. */
  also?: { verb: string; changeOf: (row: Row) => Act };
}

/** Terms as they stand, each with the way to change it. */
export function ChangePanel<Row>(properties: ChangePanelProps<Row>) {
  const { title, level, lead, actions, asked, rows, empty } = properties;
  const [act, setAct] = useState<Act | null>(null);
  return (
    <Panel title={title} level={level} actions={actions}>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {asked.error || !rows ? (
        <Waiting error={asked.error} onRetry={() => void asked.refetch()} />
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
  const { say } = useTexts();
  const ways = [{ verb, changeOf }, ...(also ? [also] : [])];
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
              <span className="spoken">{say('table.actions')}</span>
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
                  {ways.map((way) => (
                    <Button
                      key={way.verb}
                      aria-label={`${way.verb}: ${nameOf(row)}`}
                      onClick={() => onAct(way.changeOf(row))}
                    >
                      {way.verb}
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
