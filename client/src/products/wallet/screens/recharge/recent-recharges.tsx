import { useSelector } from 'react-redux';
import type { RechargeRecord } from '../../../../../../shared/products/wallet/wire';
import { selectUser } from '../../../../kit/entities/session/session-slice';
import { useReasonWords } from '../../../../kit/i18n/reason-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Amount } from '../../../../kit/ui/figures/amount';
import { Confirmations } from './confirmations';
import { RecentPanel } from '../parts/recent';
import styles from '../parts/recent.module.css';
import { useRechargeWay } from './recharge-way';
import { RechargeMark } from '../parts/status-mark';
import { useFollowedRecharges } from '../../api/use-followed-recharges';
import shared from '../parts/wallet.module.css';

const SHOWN = 5;

/** Newest deposits, polled while one is in progress. */
export function RecentRecharges() {
  const { t } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const query = useFollowedRecharges({ pageIndex: 1, pageSize: SHOWN }, { skip: !isKnown });
  return (
    <RecentPanel
      {...{ id: 'recent-recharges', query }}
      title={t('wallet.recharge.recent')}
      empty={t('wallet.recharge.empty')}
    >
      {(record) => <Recent key={record.recharge ?? record.reference} record={record} />}
    </RecentPanel>
  );
}

function Recent({ record }: { record: RechargeRecord }) {
  const { t } = useTexts();
  const reasonOf = useReasonWords();
  const wayOf = useRechargeWay();
  const { asset, amount, status, reason, finality, at } = record;
  const method = wayOf(record);
  return (
    <li>
      <p className={styles.what}>
        <b>
          +<Amount amount={amount} asset={asset} /> {asset}
        </b>
        <RechargeMark status={status} />
      </p>
      <p className={styles.detail}>
        <span>{dateAndTime(at)}</span>
        {method !== null && <span>{method}</span>}
        {finality === 'pending' && <span>{t('wallet.finality.pending')}</span>}
        {finality === 'reverted' && <span className={shared.fault}>{t('wallet.finality.reverted')}</span>}
        {reason !== null && <span className={shared.fault}>{reasonOf(reason)}</span>}
      </p>
      {status === 'recharging' && <Confirmations of={record} />}
    </li>
  );
}
