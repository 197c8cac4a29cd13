import { useSelector } from 'react-redux';
import type { RechargeRecord } from '../../../../shared/wire/wallet';
import { selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Confirmations } from './confirmations';
import { useReasonWords } from './reason-words';
import styles from './recent.module.css';
import { useRechargeWay } from './recharge-way';
import { RechargeMark } from './status-mark';
import { useFollowedRecharges } from '../../entities/recharge/use-followed-recharges';
import shared from './wallet.module.css';

const SHOWN = 5;

/** The newest recharges; those that are under way tick. */
export function RecentRecharges() {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const { data, error, refetch } = useFollowedRecharges({ pageIndex: 1, pageSize: SHOWN }, { skip: !isKnown });
  return (
    <section className={shared.panel} aria-labelledby="recent-recharges">
      <header className={shared.head}>
        <h2 id="recent-recharges">{say('wallet.recharge.recent')}</h2>
      </header>
      {error && !data ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Note kind="loading" text={say('page.loading')} />
      ) : data.records.length === 0 ? (
        <Note kind="empty" text={say('wallet.recharge.empty')} />
      ) : (
        <ul className={styles.recent}>
          {data.records.map((record) => (
            <Recent key={record.recharge ?? record.reference} record={record} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Recent({ record }: { record: RechargeRecord }) {
  const reasonOf = useReasonWords();
  const wayOf = useRechargeWay();
  const { asset, amount, status, reason, at } = record;
  const way = wayOf(record);
  return (
    <li>
      <p className={styles.what}>
        <b>
          +<Amount of={amount} asset={asset} /> {asset}
        </b>
        <RechargeMark status={status} />
      </p>
      <p className={styles.detail}>
        <span>{dateAndTime(at)}</span>
        {way !== null && <span>{way}</span>}
        {reason !== null && <span className={shared.fault}>{reasonOf(reason)}</span>}
      </p>
      {status === 'recharging' && <Confirmations of={record} />}
    </li>
  );
}
