import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { HTML_LANG } from '../../../../shared/wire/languages';
import type { ContractDay } from '../../../../shared/wire/contract';
import { useContractDaysQuery } from '../../entities/contract/contract-lists-api';
import type { Fault } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { signOf } from '../../shared/lib/amount';
import { sumOf } from '../../shared/lib/exact';
import { A_WEEK, monthFrom, monthNow, spanOf, weekdayOf } from '../../shared/lib/month';
import { Amount } from '../../shared/ui/amount';
import { Facts } from '../../shared/ui/facts';
import { Faulty } from '../../shared/ui/faulty';
import { IconButton } from '../../shared/ui/icon-button';
import { Note } from '../../shared/ui/note';
import styles from './contract-pages.module.css';

const DIGITS = 2;

/** The result of each day of a month: what was closed, less fees, with funding. Days are those of GMT+8, as the exchange counts them. */
export function ContractCalendar() {
  const { say } = useTexts();
  const [month, setMonth] = useState(monthNow);
  const { from, to, days } = spanOf(month);
  const asked = useContractDaysQuery({ from, to }, { refetchOnMountOrArgChange: true });
  return (
    <section className={styles.calendar} aria-label={say('contracts.calendar')}>
      <header className={styles.month}>
        <IconButton label={say('contracts.month_before')} onClick={() => setMonth(monthFrom(month, -1))}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <h2>{month}</h2>
        <IconButton label={say('contracts.month_after')} onClick={() => setMonth(monthFrom(month, 1))}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
      </header>
      <Month days={days} asked={asked} />
    </section>
  );
}

interface MonthProps {
  days: readonly string[];
  asked: { currentData?: ContractDay[]; error?: Fault; isFetching: boolean; refetch: () => unknown };
}

function Month({ days, asked }: MonthProps) {
  const { say, sayCount, numbers, language } = useTexts();
  // Not what was there of the month before: its results would stand under another name.
  const { currentData: data, error, isFetching, refetch } = asked;
  if (error && !isFetching && !data) return <Faulty fault={error} onRetry={() => void refetch()} />;
  if (!data) return <Note kind="loading" text={say('page.loading')} />;
  const byDay = new Map<string, ContractDay[]>();
  for (const one of data) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one]);
  const assets = [...new Set(data.map(({ asset }) => asset))];
  const weekdays = new Intl.DateTimeFormat(HTML_LANG[language], { weekday: 'short', timeZone: 'UTC' });
  return (
    <>
      <div className={styles.weekdays} aria-hidden="true">
        {A_WEEK.map((at) => (
          <span key={at}>{weekdays.format(at)}</span>
        ))}
      </div>
      <ol className={styles.days}>
        {days.map((day, place) => (
          <li key={day} style={place === 0 ? { gridColumnStart: weekdayOf(day) } : undefined}>
            <time dateTime={day}>{Number(day.slice(8))}</time>
            {(byDay.get(day) ?? []).map(({ asset, result, closed }) => (
              <span
                key={asset}
                data-direction={signOf(result)}
                title={`${result} ${asset} · ${sayCount('contracts.closed_count', closed)}`}
              >
                {signOf(result) === 'up' ? '+' : ''}
                {numbers.fixed(result, DIGITS)}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {assets.map((asset) => {
        const own = data.filter((one) => one.asset === asset);
        const total = (field: 'result' | 'fees' | 'funding') => sumOf(own.map((one) => one[field]));
        return (
          <Facts
            key={asset}
            facts={(['result', 'fees', 'funding'] as const).map((field) => [
              say(`contracts.total.${field}`),
              <>
                <Amount of={total(field)} asset={asset} isSigned={field !== 'fees'} /> {asset}
              </>,
            ])}
          />
        );
      })}
      {data.length === 0 && <Note kind="empty" text={say('contracts.calendar_empty')} />}
    </>
  );
}
