import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { AccountKind } from '../../../../../../shared/rules/account-kinds';
import { selectUser } from '../../../../entities/session/session-slice';
import { useWorthHistoryQuery } from '../../../../entities/wallet/wallet-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { signOf } from '../../../../shared/lib/numbers/amount';
import { useKept } from '../../../../shared/lib/storage/kept';
import { Note } from '../../../../shared/ui/page/note';
import { Waiting } from '../../../../shared/ui/page/waiting';
import { Concealed } from './concealed';
import { WorthChart } from './worth-chart';
import styles from './worth-history.module.css';
import { UNITS, worthChange, worthPoints, type Unit } from './worth-points';

const SPANS = [7, 30, 180] as const;
const DIGITS: Readonly<Record<Unit, number>> = { usdt: 2, btc: 8 };

/** What the accounts were worth at the end of each day. */
export function WorthHistory({ account, isHidden }: { account: AccountKind | undefined; isHidden: boolean }) {
  const { say, sayCount, numbers } = useTexts();
  const [days, setDays] = useState<(typeof SPANS)[number]>(30);
  const [unit, setUnit] = useKept<Unit>('assets.unit', UNITS);
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
        <h2 id="worth-history">{say('wallet.history')}</h2>
        <span className={styles.choices} role="group" aria-label={say('wallet.history_unit')}>
          {UNITS.map((name) => (
            <button key={name} type="button" aria-pressed={name === unit} onClick={() => setUnit(name)}>
              {name.toUpperCase()}
            </button>
          ))}
        </span>
        <span className={styles.choices} role="group" aria-label={say('wallet.history_span')}>
          {SPANS.map((span) => (
            <button key={span} type="button" aria-pressed={span === days} onClick={() => setDays(span)}>
              {sayCount('wallet.days', span)}
            </button>
          ))}
        </span>
      </header>
      {change && (
        <dl className={styles.change}>
          <div title={say('wallet.history_result_text')}>
            <dt>{say('wallet.history_result')}</dt>
            <dd data-direction={signOf(change.result)}>
              <Concealed isHidden={isHidden}>{signed(change.result)}</Concealed>{' '}
              {change.ratio !== null && numbers.percent(change.ratio)}
            </dd>
          </div>
          <div title={say('wallet.history_flow_text')}>
            <dt>{say('wallet.history_flow')}</dt>
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
          <Note kind="empty" text={say('wallet.history_empty')} />
        ) : (
          <WorthChart points={points} digits={DIGITS[unit]} isHidden={isHidden} />
        )}
      </div>
    </section>
  );
}
