import { useState, type CSSProperties } from 'react';
import type { AnswerRow, AskRequest, AuditAnswer } from '../../../../shared/wire/audit/audit-journal';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { parseUntil } from './journal-question';
import journal from './journal-page.module.css';
import { Until, type JournalRange } from './journal-until';

interface ScrubProps {
  answer: AuditAnswer;
  journalRange: JournalRange;
  onAsk: (request: AskRequest) => void;
}

/** Slider over the journal. Releasing it asks about that moment. */
export function Scrub({ answer: { asked: request, facts: details }, journalRange, onAsk }: ScrubProps) {
  const start = request.to === undefined ? String(details['position'] ?? '') : `@${request.to}`;
  const [text, setText] = useState(start);
  const commit = (until: string) => {
    if (until === start) return;
    const { toPosition: _, to: __, ...rest } = request;
    onAsk({ ...rest, ...parseUntil(until) });
  };
  return (
    <div className={journal.scrub}>
      <Until text={text} journalRange={journalRange} onChange={setText} onCommit={commit} />
    </div>
  );
}

/** A market's order book at that moment, and the trades around it. */
export function Moment({ rows }: { rows: readonly AnswerRow[] }) {
  const rowsOf = (...partNames: string[]) => rows.filter(({ part }) => partNames.includes(String(part)));
  return (
    <div className={journal.moment}>
      <Side side="buy" levels={rowsOf('bid')} />
      <Side side="sell" levels={rowsOf('ask')} />
      <Trades trades={rowsOf('trade', 'later')} />
    </div>
  );
}

function Side({ side, levels }: { side: 'buy' | 'sell'; levels: readonly AnswerRow[] }) {
  const { t, numbers } = useTexts();
  const max = Number(levels.at(-1)?.['total'] ?? 0);
  return (
    <table>
      <caption>{t(`staff.moment.${side}`)}</caption>
      <thead>
        <tr>
          {(['price', 'quantity', 'total', 'orders'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`staff.journal.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {levels.map((level) => (
          <tr
            key={level['price']}
            className={journal.level}
            data-kind={side}
            style={{ '--share': `${(Number(level['total']) / max) * 100}%` } as CSSProperties}
          >
            <td>{numbers.exact(String(level['price']))}</td>
            <td>{numbers.exact(String(level['quantity']))}</td>
            <td>{numbers.exact(String(level['total']))}</td>
            <td>{level['orders']}</td>
          </tr>
        ))}
        {levels.length === 0 && <Nothing columns={4} />}
      </tbody>
    </table>
  );
}

function Trades({ trades }: { trades: readonly AnswerRow[] }) {
  const { t, numbers } = useTexts();
  return (
    <table>
      <caption>{t('staff.moment.trades')}</caption>
      <thead>
        <tr>
          {(['price', 'quantity', 'at', 'event'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`staff.journal.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trades.map(({ part, event, at, side, price, quantity }) => (
          <tr key={event} data-kind={side} data-later={part === 'later'}>
            <td>{numbers.exact(String(price))}</td>
            <td>{numbers.exact(String(quantity))}</td>
            <td>{dateAndTime(Number(at))}</td>
            <td>{event}</td>
          </tr>
        ))}
        {trades.length === 0 && <Nothing columns={4} />}
      </tbody>
    </table>
  );
}

function Nothing({ columns }: { columns: number }) {
  const { t } = useTexts();
  return (
    <tr>
      <td colSpan={columns}>{t('staff.journal.no_rows')}</td>
    </tr>
  );
}
