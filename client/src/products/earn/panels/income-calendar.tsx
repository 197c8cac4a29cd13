import { useState } from 'react';
import { useSelector } from 'react-redux';
import { dayName } from '../../../../../shared/rules/days';
import type { EarnDay } from '../../../../../shared/products/earn/wire';
import { useEarnDaysQuery, type EarnKind } from '../api/earn-api';
import { selectEarnPosition } from '../api/earn-slice';
import { useEarnFormat } from '../api/earn-format';
import { selectUser } from '../../../kit/entities/session/session-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { sumOf } from '../../../kit/lib/numbers/exact';
import { monthOf, spanOf } from '../../../kit/lib/numbers/month';
import { minPositionQuery, useFollowPosition } from '../../../kit/lib/hooks/use-list';
import { useServerDay } from '../../../kit/stream/server-time';
import { Facts } from '../../../kit/ui/figures/facts';
import { MonthCalendar, MonthDays } from '../../../kit/ui/lists/month-calendar';
import { Note } from '../../../kit/ui/page/note';
import styles from './manage-earn.module.css';

/** Paid and expected income and principal repayments by day of a month. */
export function IncomeCalendar({ kind }: { kind: EarnKind }) {
  const { t } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const position = useSelector(selectEarnPosition);
  const [selectedMonth, setMonth] = useState<string | null>(null);
  const today = useServerDay();
  const month = selectedMonth ?? monthOf(today);
  const { from, to } = spanOf(month);
  const [since, follow] = useState(position);
  const query = useEarnDaysQuery({ kind, from, to, ...minPositionQuery(since) }, { skip: !isKnown });
  useFollowPosition({ since, follow }, position, query.isFetching);
  return (
    <MonthCalendar
      {...{ label: t('earn.tab.calendar'), month, onMonth: setMonth, query }}
      before={t('earn.calendar.before')}
      after={t('earn.calendar.after')}
      foot={<p className={styles.foot}>{t('earn.calendar.hint')}</p>}
    >
      {(earnDays, days) => <Month days={days} earnDays={earnDays} />}
    </MonthCalendar>
  );
}

function Month({ days, earnDays }: { days: readonly string[]; earnDays: readonly EarnDay[] }) {
  const { t, numbers } = useTexts();
  const format = useEarnFormat();
  const today = dayName(useServerDay());
  const assets = [...new Set(earnDays.map(({ asset }) => asset))];
  return (
    <>
      <MonthDays {...{ days, entries: earnDays, today, isListWhenNarrow: true }}>
        {(entries) =>
          entries.flatMap(({ asset, income, principal }) => [
            income !== '0' && (
              <b key={`${asset} income`} title={`${t('earn.calendar.income')}: ${income} ${asset}`}>
                +{numbers.exact(income)} {asset}
              </b>
            ),
            principal !== '0' && (
              <span key={`${asset} principal`} title={`${t('earn.calendar.principal')}: ${principal} ${asset}`}>
                {numbers.exact(principal)} {asset}
              </span>
            ),
          ])
        }
      </MonthDays>
      {earnDays.length === 0 ? (
        <Note kind="empty" text={t('earn.calendar.none')} />
      ) : (
        <div className={styles.sums}>
          <h3>{t('earn.calendar.sum')}</h3>
          {assets.map((asset) => {
            const assetDays = earnDays.filter((one) => one.asset === asset);
            const sums = (['income', 'principal'] as const).map((field) => ({
              field,
              sum: sumOf(assetDays.map((one) => one[field])),
            }));
            return (
              <Facts
                key={asset}
                details={sums
                  .filter(({ sum }) => sum !== '0')
                  .map(({ field, sum }) => [t(`earn.calendar.${field}`), format.money(sum, asset)])}
              />
            );
          })}
        </div>
      )}
    </>
  );
}
