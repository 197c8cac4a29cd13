import { useState, type CSSProperties } from 'react';
import type { AnswerRow, AskRequest, AuditAnswer } from '../../../../../shared/wire/audit-journal';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { untilIn } from './journal-question';
import journal from './journal-page.module.css';
import { Until, type Reach } from './journal-until';

interface ScrubProps {
  answer: AuditAnswer;
  reach: Reach;
  onAsk: (request: AskRequest) => void;
}

/** From moment to moment: where it is let go of is asked next. */
export function Scrub({ answer: { asked, facts }, reach, onAsk }: ScrubProps) {
  const start = asked.to === undefined ? String(facts['position'] ?? '') : `@${asked.to}`;
  const [text, setText] = useState(start);
  const commit = (until: string) => {
    if (until === start) return;
    const { toPosition: _, to: __, ...rest } = asked;
    onAsk({ ...rest, ...untilIn(until) });
  };
  return (
    <div className={journal.scrub}>
      <Until text={text} reach={reach} onChange={setText} onCommit={commit} />
    </div>
  );
}

/** The book of a market as it stood, and the trades around. */
export function Moment({ rows }: { rows: readonly AnswerRow[] }) {
  const of = (...parts: string[]) => rows.filter(({ part }) => parts.includes(String(part)));
  return (
    <div className={journal.moment}>
      <Side side="buy" levels={of('bid')} />
      <Side side="sell" levels={of('ask')} />
      <Trades trades={of('trade', 'later')} />
    </div>
  );
}

function Side({ side, levels }: { side: 'buy' | 'sell'; levels: readonly AnswerRow[] }) {
  const { say, numbers } = useTexts();
  const most = Number(levels.at(-1)?.['total'] ?? 0);
  return (
    <table>
      <caption>{say(`staff.moment.${side}`)}</caption>
      <thead>
        <tr>
          {(['price', 'quantity', 'total', 'orders'] as const).map((column) => (
            <th key={column} scope="col">
              {say(`staff.journal.column.${column}`)}
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
            style={{ '--share': `${(Number(level['total']) / most) * 100}%` } as CSSProperties}
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
  const { say, numbers } = useTexts();
  return (
    <table>
      <caption>{say('staff.moment.trades')}</caption>
      <thead>
        <tr>
          {(['price', 'quantity', 'at', 'event'] as const).map((column) => (
            <th key={column} scope="col">
              {say(`staff.journal.column.${column}`)}
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
  const { say } = useTexts();
  return (
    <tr>
      <td colSpan={columns}>{say('staff.journal.no_rows')}</td>
    </tr>
  );
}
