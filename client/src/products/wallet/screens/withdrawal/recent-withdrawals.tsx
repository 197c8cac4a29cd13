import { useSelector } from 'react-redux';
import type { WithdrawalRecord } from '../../../../../../shared/products/wallet/wire';
import { selectUser } from '../../../../kit/entities/session/session-slice';
import { useReasonWords } from '../../../../kit/i18n/reason-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { useOpenedItem } from '../../../../kit/lib/hooks/use-opened-item';
import { Amount } from '../../../../kit/ui/figures/amount';
import { Button } from '../../../../kit/ui/controls/button';
import { serverNow } from '../../../../kit/stream/server-time';
import { CancelWithdrawal } from './cancel-withdrawal';
import { RecentPanel } from '../parts/recent';
import styles from '../parts/recent.module.css';
import { Stages } from './stages';
import { WithdrawalMark } from '../parts/status-mark';
import { useFollowedWithdrawals } from './use-followed';
import shared from '../parts/wallet.module.css';
import { destinationOf } from './withdrawal-destination';

const SHOWN = 5;

/** Newest withdrawals with their progress; those not approved yet can be cancelled. */
export function RecentWithdrawals() {
  const { t } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const query = useFollowedWithdrawals({ pageIndex: 1, pageSize: SHOWN }, { skip: !isKnown });
  const [cancelled, cancel, keep] = useOpenedItem<WithdrawalRecord>();
  return (
    <>
      <RecentPanel
        {...{ id: 'recent-withdrawals', query }}
        title={t('wallet.withdrawal.recent')}
        empty={t('wallet.withdrawal.empty')}
      >
        {(record) => <Recent key={record.withdrawal} record={record} onCancel={() => cancel(record)} />}
      </RecentPanel>
      {cancelled && <CancelWithdrawal record={cancelled} onClose={keep} />}
    </>
  );
}

function Recent({ record, onCancel }: { record: WithdrawalRecord; onCancel: () => void }) {
  const { t } = useTexts();
  const reasonOf = useReasonWords();
  const { asset, amount, shown, status, reason, appliedAt, notBefore } = record;
  const isWaiting = status === 'applied' && notBefore !== null && notBefore > serverNow();
  return (
    <li>
      <p className={styles.what}>
        <b>
          −<Amount amount={amount} asset={asset} /> {asset}
        </b>
        <WithdrawalMark status={shown} />
      </p>
      <p className={styles.detail}>
        <span>{dateAndTime(appliedAt)}</span>
        <span>{destinationOf(record)}</span>
        {isWaiting && <span>{t('wallet.withdrawal.delayed', { time: dateAndTime(notBefore) })}</span>}
        {reason !== null && <span className={shared.fault}>{reasonOf(reason)}</span>}
      </p>
      {shown === 'applied' && <Stages of={record} />}
      {status === 'applied' && (
        <p className={styles.end}>
          <Button onClick={onCancel}>{t('wallet.withdrawal.cancel')}</Button>
        </p>
      )}
    </li>
  );
}
