import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { dayName, dayOf } from '../../../../shared/rules/days';
import type { EarnDay } from '../../../../shared/wire/financial';
import { HTML_LANG } from '../../../../shared/wire/languages';
import { useEarnDaysQuery, type EarnKind } from '../../entities/earn/earn-api';
import { selectEarnPosition } from '../../entities/earn/earn-slice';
import { useEarnWords } from '../../entities/earn/earn-words';
import { selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { sumOf } from '../../shared/lib/exact';
import { A_WEEK, monthFrom, monthNow, spanOf, weekdayOf } from '../../shared/lib/month';
import { including } from '../../shared/lib/use-list';
import { serverNow } from '../../shared/stream/server-time';
import { Facts } from '../../shared/ui/facts';
import { Faulty } from '../../shared/ui/faulty';
import { IconButton } from '../../shared/ui/icon-button';
import { Note } from '../../shared/ui/note';
import styles from './manage-earn.module.css';

/** What comes in on each day of a month, what has come and what is to come: income, and principal that is paid back. */
export function IncomeCalendar({ kind }: { kind: EarnKind }) {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const position = useSelector(selectEarnPosition);
  const [month, setMonth] = useState(monthNow);
  const { from, to, days } = spanOf(month);
  const asked = useEarnDaysQuery({ kind, from, to, ...including(position) }, { skip: !isKnown });
  const { currentData, error, isFetching, refetch } = asked;
  return (
    <section className={styles.calendar} aria-label={say('earn.tab.calendar')}>
      <header className={styles.month}>
        <IconButton label={say('earn.calendar.before')} onClick={() => setMonth(monthFrom(month, -1))}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <h2>{month}</h2>
        <IconButton label={say('earn.calendar.after')} onClick={() => setMonth(monthFrom(month, 1))}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
      </header>
      {error && !isFetching && !currentData ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : !currentData ? (
        <Note kind="loading" text={say('page.loading')} />
      ) : (
        <Month days={days} given={currentData} />
      )}
      <p className={styles.foot}>{say('earn.calendar.hint')}</p>
    </section>
  );
}

function Month({ days, given }: { days: readonly string[]; given: readonly EarnDay[] }) {
  const { say, numbers, language } = useTexts();
  const how = useEarnWords();
  const today = dayName(dayOf(serverNow()));
  const byDay = new Map<string, EarnDay[]>();
  for (const one of given) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one]);
  const assets = [...new Set(given.map(({ asset }) => asset))];
  const weekdays = new Intl.DateTimeFormat(HTML_LANG[language], { weekday: 'short', timeZone: 'UTC' });
  return (
    <>
      <div className={styles.weekdays} aria-hidden="true">
        {A_WEEK.map((at) => (
          <span key={at}>{weekdays.format(at)}</span>
        ))}
      </div>
      <ol className={styles.days}>
        {days.map((day, place) => {
          const entries = byDay.get(day) ?? [];
          return (
            <li
              key={day}
              data-today={day === today}
              data-empty={entries.length === 0}
              style={place === 0 ? { gridColumnStart: weekdayOf(day) } : undefined}
            >
              <time dateTime={day}>{Number(day.slice(8))}</time>
              {entries.flatMap(({ asset, income, principal }) => [
                income !== '0' && (
                  <b key={`${asset} income`} title={`${say('earn.calendar.income')}: ${income} ${asset}`}>
                    +{numbers.exact(income)} {asset}
                  </b>
                ),
                principal !== '0' && (
                  <span key={`${asset} principal`} title={`${say('earn.calendar.principal')}: ${principal} ${asset}`}>
                    {numbers.exact(principal)} {asset}
                  </span>
                ),
              ])}
            </li>
          );
        })}
      </ol>
      {given.length === 0 ? (
        <Note kind="empty" text={say('earn.calendar.none')} />
      ) : (
        <div className={styles.sums}>
          <h3>{say('earn.calendar.sum')}</h3>
          {assets.map((asset) => {
            const own = given.filter((one) => one.asset === asset);
            const sums = (['income', 'principal'] as const).map((field) => ({
              field,
              sum: sumOf(own.map((one) => one[field])),
            }));
            return (
              <Facts
                key={asset}
                facts={sums
                  .filter(({ sum }) => sum !== '0')
                  .map(({ field, sum }) => [say(`earn.calendar.${field}`), how.money(sum, asset)])}
              />
            );
          })}
        </div>
      )}
    </>
  );
}
