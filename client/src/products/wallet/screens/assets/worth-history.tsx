import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { AccountKind } from '../../../../../../shared/rules/account-kinds';
import { selectUser } from '../../../../kit/entities/session/session-slice';
import { useWorthHistoryQuery } from '../../../../kit/entities/wallet/wallet-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { signOf } from '../../../../kit/lib/numbers/amount';
import { usePreference } from '../../../../kit/lib/storage/preferences';
import { Note } from '../../../../kit/ui/page/note';
import { Waiting } from '../../../../kit/ui/page/waiting';
import { Concealed } from './concealed';
import { WorthChart } from './worth-chart';
import styles from './worth-history.module.css';
import { UNITS, worthChange, worthPoints, type Unit } from './worth-points';

const SPANS = [7, 30, 180] as const;
const DIGITS: Readonly<Record<Unit, number>> = { usdt: 2, btc: 8 };

/** Value of the accounts at the end of each day. */
export function WorthHistory({ account, isHidden }: { account: AccountKind | undefined; isHidden: boolean }) {
  const { t, tCount, numbers } = useTexts();
  const [days, setDays] = useState<(typeof SPANS)[number]>(30);
  const [unit, setUnit] = usePreference<Unit>('assets.unit', UNITS);
  const isKnown = useSelector(selectUser) !== null;
  const { data, error, isFetching, refetch } = useWorthHistoryQuery(
    { days, ...(account === undefined ? {} : { account }) },
    { skip: !isKnown, refetchOnMountOrArgChange: true },
  );
  const points = data ? worthPoints(data, unit) : [];
  const change = worthChange(points);
  const signed = (amount: string) =>
    `${signOf(amount) === 'up' ? '+' : ''}${numbers.fixed(amount, DIGITS[unit])} ${unit.toUpperCase()}`;
  return (
    <section className={styles.history} aria-labelledby="worth-history">
      <header className={styles.head}>
        <h2 id="worth-history">{t('wallet.history')}</h2>
        <span className={styles.choices} role="group" aria-label={t('wallet.history_unit')}>
          {UNITS.map((name) => (
            <button key={name} type="button" aria-pressed={name === unit} onClick={() => setUnit(name)}>
              {name.toUpperCase()}
            </button>
          ))}
        </span>
        <span className={styles.choices} role="group" aria-label={t('wallet.history_span')}>
          {SPANS.map((spanDays) => (
            <button key={spanDays} type="button" aria-pressed={spanDays === days} onClick={() => setDays(spanDays)}>
              {tCount('wallet.days', spanDays)}
            </button>
          ))}
        </span>
      </header>
      {change && (
        <dl className={styles.change}>
          <div title={t('wallet.history_result_text')}>
            <dt>{t('wallet.history_result')}</dt>
            <dd data-direction={signOf(change.result)}>
              <Concealed isHidden={isHidden}>{signed(change.result)}</Concealed>{' '}
              {change.ratio !== null && numbers.percent(change.ratio)}
            </dd>
          </div>
          <div title={t('wallet.history_flow_text')}>
            <dt>{t('wallet.history_flow')}</dt>
            <dd>
              <Concealed isHidden={isHidden}>{signed(change.flow)}</Concealed>
            </dd>
          </div>
        </dl>
      )}
      <div className={styles.chart} data-busy={isFetching}>
        {!data ? (
          <Waiting error={error} onRetry={refetch} />
        ) : points.length < 2 ? (
          <Note kind="empty" text={t('wallet.history_empty')} />
        ) : (
          <WorthChart points={points} digits={DIGITS[unit]} isHidden={isHidden} />
        )}
      </div>
    </section>
  );
}
