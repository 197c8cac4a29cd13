import { useState } from 'react';
import { useSelector } from 'react-redux';
import { dayName } from '../../../../../shared/rules/days';
import type { EarnDay } from '../../../../../shared/products/earn/wire';
import { useEarnDaysQuery, type EarnKind } from '../api/earn-api';
import { selectEarnPosition } from '../api/earn-slice';
import { useEarnWords } from '../api/earn-words';
import { selectUser } from '../../../entities/session/session-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import { sumOf } from '../../../shared/lib/numbers/exact';
import { monthOf, spanOf } from '../../../shared/lib/numbers/month';
import { including, useFollowed } from '../../../shared/lib/hooks/use-list';
import { useServerDay } from '../../../shared/stream/server-time';
import { Facts } from '../../../shared/ui/figures/facts';
import { MonthCalendar, MonthDays } from '../../../shared/ui/lists/month-calendar';
import { Note } from '../../../shared/ui/page/note';
import styles from './manage-earn.module.css';

/** What comes in on each day of a month, what has come and what is to come: income, and principal that is paid back. */
export function IncomeCalendar({ kind }: { kind: EarnKind }) {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const position = useSelector(selectEarnPosition);
  const [chosen, setMonth] = useState<string | null>(null);
  const today = useServerDay();
  const month = chosen ?? monthOf(today);
  const { from, to } = spanOf(month);
  const [since, follow] = useState(position);
  const asked = useEarnDaysQuery({ kind, from, to, ...including(since) }, { skip: !isKnown });
  useFollowed({ since, follow }, position, asked.isFetching);
  return (
    <MonthCalendar
      {...{ label: say('earn.tab.calendar'), month, onMonth: setMonth, asked }}
      before={say('earn.calendar.before')}
      after={say('earn.calendar.after')}
      foot={<p className={styles.foot}>{say('earn.calendar.hint')}</p>}
    >
      {(given, days) => <Month days={days} given={given} />}
    </MonthCalendar>
  );
}

function Month({ days, given }: { days: readonly string[]; given: readonly EarnDay[] }) {
  const { say, numbers } = useTexts();
  const how = useEarnWords();
  const today = dayName(useServerDay());
  const assets = [...new Set(given.map(({ asset }) => asset))];
  return (
    <>
      <MonthDays {...{ days, entries: given, today, isListWhenNarrow: true }}>
        {(entries) =>
          entries.flatMap(({ asset, income, principal }) => [
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
          ])
        }
      </MonthDays>
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
