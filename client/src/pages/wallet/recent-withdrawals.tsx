import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { WithdrawalRecord } from '../../../../shared/wire/wallet';
import { selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import { Button } from '../../shared/ui/button';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { CancelWithdrawal } from './cancel-withdrawal';
import { useReasonWords } from './reason-words';
import styles from './recent.module.css';
import { Stages } from './stages';
import { WithdrawalMark } from './status-mark';
import { useFollowedWithdrawals } from './use-followed';
import shared from './wallet.module.css';
import { destinationOf } from './withdrawal-destination';

const SHOWN = 5;

/** The newest withdrawals, as far as each has come; what nobody has approved yet can be taken back. */
export function RecentWithdrawals() {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const { data, error, refetch } = useFollowedWithdrawals({ pageIndex: 1, pageSize: SHOWN }, { skip: !isKnown });
  const [cancelled, setCancelled] = useState<WithdrawalRecord | null>(null);
  return (
    <section className={shared.panel} aria-labelledby="recent-withdrawals">
      <header className={shared.head}>
        <h2 id="recent-withdrawals">{say('wallet.withdrawal.recent')}</h2>
      </header>
      {error && !data ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Note kind="loading" text={say('page.loading')} />
      ) : data.records.length === 0 ? (
        <Note kind="empty" text={say('wallet.withdrawal.empty')} />
      ) : (
        <ul className={styles.recent}>
          {data.records.map((record) => (
            <Recent key={record.withdrawal} record={record} onCancel={() => setCancelled(record)} />
          ))}
        </ul>
      )}
      {cancelled && <CancelWithdrawal record={cancelled} onClose={() => setCancelled(null)} />}
    </section>
  );
}

function Recent({ record, onCancel }: { record: WithdrawalRecord; onCancel: () => void }) {
  const { say } = useTexts();
  const reasonOf = useReasonWords();
  const { asset, amount, shown, status, reason, appliedAt } = record;
  return (
    <li>
      <p className={styles.what}>
        <b>
          −<Amount of={amount} asset={asset} /> {asset}
        </b>
        <WithdrawalMark shown={shown} />
      </p>
      <p className={styles.detail}>
        <span>{dateAndTime(appliedAt)}</span>
        <span>{destinationOf(record)}</span>
        {reason !== null && <span className={shared.fault}>{reasonOf(reason)}</span>}
      </p>
      {shown === 'applied' && <Stages of={record} />}
      {status === 'applied' && (
        <p className={styles.end}>
          <Button onClick={onCancel}>{say('wallet.withdrawal.cancel')}</Button>
        </p>
      )}
    </li>
  );
}
