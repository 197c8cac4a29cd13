/** Calendar of a month of exchange days: its name, links to the neighbouring months, and a field per day. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import type { Fault } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { A_WEEK, monthFrom, spanOf, weekdayOf } from '../../lib/numbers/month';
import { Faulty } from '../page/faulty';
import { IconButton } from '../controls/icon-button';
import styles from './month-calendar.module.css';
import { Note } from '../page/note';

interface MonthCalendarProps<Entry> {
  label: string;
  month: string;
  onMonth: (month: string) => void;
  /** Accessible names of the buttons. */
  before: string;
  after: string;
  query: { currentData?: readonly Entry[]; error?: Fault; isFetching: boolean; refetch: () => unknown };
  /** Entries of that month only: another month's figures would appear under the wrong name. */
  children: (entries: readonly Entry[], days: readonly string[]) => ReactNode;
  /** Shown below the calendar in every state. */
  foot?: ReactNode;
}

export function MonthCalendar<Entry>(properties: MonthCalendarProps<Entry>) {
  const { label, month, onMonth, before, after, query, children, foot } = properties;
  const { t } = useTexts();
  const { currentData, error, isFetching, refetch } = query;
  return (
    <section className={styles.calendar} aria-label={label}>
      <header className={styles.month}>
        <IconButton label={before} onClick={() => onMonth(monthFrom(month, -1))}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <h2>{month}</h2>
        <IconButton label={after} onClick={() => onMonth(monthFrom(month, 1))}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
      </header>
      {error && !isFetching && !currentData ? (
        <Faulty error={error} onRetry={() => void refetch()} />
      ) : !currentData ? (
        <Note kind="loading" text={t('page.loading')} />
      ) : (
        children(currentData, spanOf(month).days)
      )}
      {foot}
    </section>
  );
}

interface MonthDaysProps<Entry> {
  days: readonly string[];
  entries: readonly Entry[];
  /** Marked, if it is named. */
  today?: string;
  /** On a narrow screen only days with content are listed. */
  isListWhenNarrow?: boolean;
  children: (entries: readonly Entry[]) => ReactNode;
}

export function MonthDays<Entry extends { day: string }>(properties: MonthDaysProps<Entry>) {
  const { days, entries, today, isListWhenNarrow = false, children } = properties;
  const { language } = useTexts();
  const byDay = new Map<string, Entry[]>();
  for (const one of entries) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one]);
  const weekdays = new Intl.DateTimeFormat(HTML_LANG[language], { weekday: 'short', timeZone: 'UTC' });
  return (
    <div className={styles.grid} data-narrow={isListWhenNarrow ? 'list' : 'grid'}>
      <div className={styles.weekdays} aria-hidden="true">
        {A_WEEK.map((at) => (
          <span key={at}>{weekdays.format(at)}</span>
        ))}
      </div>
      <ol className={styles.days}>
        {days.map((day, place) => (
          <li
            key={day}
            data-today={day === today}
            data-empty={!byDay.has(day)}
            style={place === 0 ? { gridColumnStart: weekdayOf(day) } : undefined}
          >
            <time dateTime={day}>{Number(day.slice(8))}</time>
            {children(byDay.get(day) ?? [])}
          </li>
        ))}
      </ol>
    </div>
  );
}
