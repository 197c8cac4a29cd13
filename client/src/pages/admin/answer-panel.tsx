import { useEffect, useEffectEvent, useState } from 'react';
import { ANSWER_COLUMNS, type AnswerRow, type AuditAnswer } from '../../../../shared/wire/audit-journal';
import { useLazyAnswerRowsQuery } from '../../entities/staff/audit-api';
import { keptText } from '../../shared/i18n/kept-text';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Button } from '../../shared/ui/button';
import type { Column } from '../../shared/ui/data-table/columns';
import { Rows } from '../../shared/ui/data-table/rows';
import { Facts } from '../../shared/ui/facts';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Panel } from '../../shared/ui/panel';
import journal from './journal-page.module.css';

const PIECE = 100;
const AMOUNTS = new Set(['amount', 'change', 'balance', 'users', 'house', 'custody', 'total']);
const FIGURES = new Set([...AMOUNTS, 'event', 'position']);
/** What a row is, where rows are cards. */
const NAMES = new Set(['at', 'account', 'asset', 'type', 'debit', 'credit']);
const KNOWN_FACTS = ['from', 'position', 'at', 'events', 'batches', 'hash', 'state'] as const;

interface NumberedRow {
  number: number;
  row: AnswerRow;
}

/** An answer: what it comes to, and its rows, some at a time in the order of the journal. */
export function AnswerPanel({ answer: { question, asked, facts, rows: total } }: { answer: AuditAnswer }) {
  const texts = useTexts();
  const { say, sayCount } = texts;
  const [ask, { isFetching, error }] = useLazyAnswerRowsQuery();
  const [pieces, setPieces] = useState<ReadonlyMap<number, readonly AnswerRow[]>>(new Map());
  const rows: NumberedRow[] = [...pieces.values()].flat().map((row, number) => ({ number, row }));
  const [next, setNext] = useState<number | null>(0);
  const more = async (after: number) => {
    const { data } = await ask({ question, after, limit: PIECE });
    if (!data) return;
    // By where they begin: a piece that was asked for twice is there once.
    setPieces((before) => new Map(before).set(after, data.records));
    setNext(data.next);
  };
  const hasRows = ANSWER_COLUMNS[asked.ask].length > 0;
  // Once: the panel is another one for another answer.
  const begin = useEffectEvent(() => hasRows && void more(0));
  useEffect(() => {
    begin();
  }, []);
  const title = say(`staff.journal.ask.${asked.ask}`);
  return (
    <Panel title={title} level={2}>
      <Facts
        facts={KNOWN_FACTS.flatMap((name) =>
          facts[name] === undefined ? [] : [[say(`staff.journal.fact.${name}`), factOf(name, facts[name])] as const],
        )}
      />
      {hasRows && error && rows.length === 0 && <Faulty fault={error} onRetry={() => void more(0)} />}
      {hasRows && (!error || rows.length > 0) && (
        <Rows<NumberedRow>
          label={title}
          columns={columnsOf(asked.ask, texts)}
          rows={isFetching && rows.length === 0 ? undefined : rows}
          keyOf={({ number }) => String(number)}
          isFetching={isFetching}
          empty={<Note kind="empty" text={say('staff.journal.no_rows')} />}
        />
      )}
      {rows.length > 0 && next !== null && (
        <p className={journal.more}>
          <Button disabled={isFetching} onClick={() => void more(next)}>
            {say('staff.journal.more')} · {rows.length} / {sayCount('table.total', total)}
          </Button>
        </p>
      )}
    </Panel>
  );
}

function factOf(name: (typeof KNOWN_FACTS)[number], fact: string | number) {
  if (name === 'at' && typeof fact === 'number') return dateAndTime(fact);
  return name === 'hash' || name === 'state' ? <code className={journal.code}>{fact}</code> : String(fact);
}

function columnsOf(ask: AuditAnswer['asked']['ask'], { say, numbers }: Texts): Column<NumberedRow>[] {
  // Facts of an event are JSON: what is lost of them stands between other words.
  const wordsOf = (figure: string): string => figure.replace(/h1:[\w-]{43}/g, (text) => keptText(say, text));
  return ANSWER_COLUMNS[ask].map((key) => ({
    key,
    title: say(`staff.journal.column.${key}`),
    isFixed: NAMES.has(key),
    isEnd: FIGURES.has(key),
    render: ({ row }) => {
      const figure = row[key];
      if (figure === undefined) return '';
      if (key === 'at' && typeof figure === 'number') return dateAndTime(figure);
      if (AMOUNTS.has(key)) return numbers.exact(String(figure));
      return FIGURES.has(key) ? String(figure) : <code className={journal.code}>{wordsOf(String(figure))}</code>;
    },
  }));
}
