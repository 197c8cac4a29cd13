import { Link2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import {
  ANSWER_COLUMNS,
  type AnswerRow,
  type AskRequest,
  type AuditAnswer,
} from '../../../../shared/wire/audit/audit-journal';
import { labelOf, useInstrumentsById } from '../../kit/entities/instrument/instrument';
import { useLazyAnswerRowsQuery } from '../api/audit-api';
import { storedText } from '../../kit/i18n/stored-text';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Button } from '../../kit/ui/controls/button';
import type { Column } from '../../kit/ui/data-table/columns';
import { Rows } from '../../kit/ui/data-table/rows';
import { Facts } from '../../kit/ui/figures/facts';
import { Faulty } from '../../kit/ui/page/faulty';
import { Note } from '../../kit/ui/page/note';
import { Panel } from '../../kit/ui/page/panel';
import { useCopy } from '../../kit/ui/figures/use-copy';
import styles from '../parts/admin.module.css';
import { Moment, Scrub } from './journal-moment';
import journal from './journal-page.module.css';
import { atAnsweredPosition, searchOf } from './journal-question';
import type { JournalRange } from './journal-until';

const ROWS_PAGE_SIZE = 100;
/** Fits all rows of this question: both sides of the book and the trades. */
const MOMENT_PAGE_SIZE = 200;
const AMOUNTS = new Set(['amount', 'change', 'balance', 'users', 'house', 'custody', 'total']);
const FIGURES = new Set([...AMOUNTS, 'event', 'position', 'leaves', 'rows', 'behind']);
/** Columns that identify a row when rows are shown as cards. */
const NAMES = new Set(['at', 'account', 'asset', 'type', 'debit', 'credit', 'model']);
const KNOWN_FACTS = [
  ...(['from', 'position', 'at', 'events', 'batches', 'hash', 'state', 'stateForm', 'signed'] as const),
  ...(['snapshot', 'trading', 'last', 'mark', 'index', 'markAt', 'open'] as const),
] as const;
const PRICES = new Set(['last', 'mark', 'index', 'open']);

interface NumberedRow {
  number: number;
  row: AnswerRow;
}

interface AnswerPanelProps {
  answer: AuditAnswer;
  journalRange: JournalRange;
  onAsk: (request: AskRequest) => void;
}

/** An answer: its facts, and its rows page by page in journal order. */
export function AnswerPanel({ answer, journalRange, onAsk }: AnswerPanelProps) {
  const { question, asked: request, facts: details, rows: total } = answer;
  const texts = useTexts();
  const { pathname } = useLocation();
  const copy = useCopy();
  const { t, tCount } = texts;
  const [loadRows, { isFetching, error }] = useLazyAnswerRowsQuery();
  const [rowsByStart, setRowsByStart] = useState<ReadonlyMap<number, readonly AnswerRow[]>>(new Map());
  const rows: NumberedRow[] = [...rowsByStart.values()].flat().map((row, number) => ({ number, row }));
  const [next, setNext] = useState<number | null>(0);
  const loadMore = async (after: number) => {
    const { data } = await loadRows({
      question,
      after,
      limit: request.ask === 'market' ? MOMENT_PAGE_SIZE : ROWS_PAGE_SIZE,
    });
    if (!data) return;
    // Keyed by start, so a page requested twice is kept once.
    setRowsByStart((before) => new Map(before).set(after, data.records));
    setNext(data.next);
  };
  const hasRows = ANSWER_COLUMNS[request.ask].length > 0;
  // Runs once, because each answer mounts its own panel.
  const begin = useEffectEvent(() => hasRows && void loadMore(0));
  useEffect(() => {
    begin();
  }, []);
  const title = t(`staff.journal.ask.${request.ask}`);
  const instruments = useInstrumentsById();
  return (
    <Panel
      title={request.market === undefined ? title : `${title} – ${labelOf(instruments, request.market)}`}
      level={2}
      actions={
        <Button onClick={() => void copy(`${location.origin}${pathname}?${searchOf(atAnsweredPosition(answer))}`)}>
          <Link2 size={15} aria-hidden="true" />
          <span className={styles.buttonText}>{t('staff.journal.link')}</span>
        </Button>
      }
    >
      <Facts
        details={KNOWN_FACTS.flatMap((name) =>
          details[name] === undefined
            ? []
            : [[t(`staff.journal.fact.${name}`), factOf(name, details[name], texts)] as const],
        )}
      />
      {hasRows && error && rows.length === 0 && <Faulty error={error} onRetry={() => void loadMore(0)} />}
      {request.ask === 'market' && <Scrub answer={answer} journalRange={journalRange} onAsk={onAsk} />}
      {request.ask === 'market' && (!error || rows.length > 0) && <Moment rows={rows.map(({ row }) => row)} />}
      {hasRows && request.ask !== 'market' && (!error || rows.length > 0) && (
        <Rows<NumberedRow>
          label={title}
          columns={columnsOf(request.ask, texts)}
          rows={isFetching && rows.length === 0 ? undefined : rows}
          keyOf={({ number }) => String(number)}
          isFetching={isFetching}
          empty={<Note kind="empty" text={t('staff.journal.no_rows')} />}
        />
      )}
      {error && !isFetching && rows.length > 0 && next !== null && (
        <Faulty error={error} onRetry={() => void loadMore(next)} />
      )}
      {rows.length > 0 && !error && next !== null && request.ask !== 'market' && (
        <p className={journal.more}>
          <Button disabled={isFetching} onClick={() => void loadMore(next)}>
            {t('staff.journal.more')} · {rows.length} / {tCount('table.total', total)}
          </Button>
        </p>
      )}
    </Panel>
  );
}

function factOf(name: (typeof KNOWN_FACTS)[number], value: string | number, { t, numbers }: Texts) {
  if ((name === 'at' || name === 'markAt') && typeof value === 'number') return dateAndTime(value);
  if (name === 'signed') return t(value === 1 ? 'staff.journal.signed.same' : 'staff.journal.signed.none');
  if (name === 'snapshot' && Number(value) < 0) return t('staff.journal.from_first');
  if (name === 'trading') return t(`staff.market_state.${value as 'open'}`);
  if (PRICES.has(name)) return numbers.exact(String(value));
  return name === 'hash' || name === 'state' ? (
    <code translate="no" className={journal.code}>
      {value}
    </code>
  ) : (
    String(value)
  );
}

function columnsOf(questionKind: AuditAnswer['asked']['ask'], { t, numbers }: Texts): Column<NumberedRow>[] {
  // Event facts are JSON and may contain hashes of lost texts.
  const wordsOf = (figure: string): string => figure.replace(/h1:[\w-]{43}/g, (text) => storedText(t, text));
  return ANSWER_COLUMNS[questionKind].map((key) => ({
    key,
    title: t(`staff.journal.column.${key}`),
    isFixed: NAMES.has(key),
    isEnd: FIGURES.has(key),
    render: ({ row }) => {
      const figure = row[key];
      if (figure === undefined) return '';
      if (key === 'at' && typeof figure === 'number') return dateAndTime(figure);
      if (AMOUNTS.has(key)) return numbers.exact(String(figure));
      return FIGURES.has(key) ? (
        String(figure)
      ) : (
        <code translate="no" className={journal.code}>
          {wordsOf(String(figure))}
        </code>
      );
    },
  }));
}
