import { useSelector } from 'react-redux';
import type { WithdrawalRecord } from '../../../../../../shared/products/wallet/wire';
import { selectUser } from '../../../../entities/session/session-slice';
import { useReasonWords } from '../../../../shared/i18n/reason-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { useOpened } from '../../../../shared/lib/hooks/use-opened';
import { Amount } from '../../../../shared/ui/figures/amount';
import { Button } from '../../../../shared/ui/controls/button';
import { serverNow } from '../../../../shared/stream/server-time';
import { CancelWithdrawal } from './cancel-withdrawal';
import { RecentPanel } from '../parts/recent';
import styles from '../parts/recent.module.css';
import { Stages } from './stages';
import { WithdrawalMark } from '../parts/status-mark';
import { useFollowedWithdrawals } from './use-followed';
import shared from '../parts/wallet.module.css';
import { destinationOf } from './withdrawal-destination';

const SHOWN = 5;

/** The newest withdrawals, as far as each has come; what nobody has approved yet can be taken back. */
export function RecentWithdrawals() {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const asked = useFollowedWithdrawals({ pageIndex: 1, pageSize: SHOWN }, { skip: !isKnown });
  const [cancelled, cancel, keep] = useOpened<WithdrawalRecord>();
  return (
    <>
      <RecentPanel
        {...{ id: 'recent-withdrawals', asked }}
        title={say('wallet.withdrawal.recent')}
        empty={say('wallet.withdrawal.empty')}
      >
        {(record) => <Recent key={record.withdrawal} record={record} onCancel={() => cancel(record)} />}
      </RecentPanel>
      {cancelled && <CancelWithdrawal record={cancelled} onClose={keep} />}
    </>
  );
}

function Recent({ record, onCancel }: { record: WithdrawalRecord; onCancel: () => void }) {
  const { say } = useTexts();
  const reasonOf = useReasonWords();
  const { asset, amount, shown, status, reason, appliedAt, notBefore } = record;
  const waits = status === 'applied' && notBefore !== null && notBefore > serverNow();
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
        {waits && <span>{say('wallet.withdrawal.delayed', { time: dateAndTime(notBefore) })}</span>}
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
