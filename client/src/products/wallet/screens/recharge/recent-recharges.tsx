import { useSelector } from 'react-redux';
import type { RechargeRecord } from '../../../../../../shared/products/wallet/wire';
import { selectUser } from '../../../../entities/session/session-slice';
import { useReasonWords } from '../../../../shared/i18n/reason-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { Amount } from '../../../../shared/ui/figures/amount';
import { Confirmations } from './confirmations';
import { RecentPanel } from '../parts/recent';
import styles from '../parts/recent.module.css';
import { useRechargeWay } from './recharge-way';
import { RechargeMark } from '../parts/status-mark';
import { useFollowedRecharges } from '../../api/use-followed-recharges';
import shared from '../parts/wallet.module.css';

const SHOWN = 5;

/** The newest recharges; those that are under way tick. */
export function RecentRecharges() {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const asked = useFollowedRecharges({ pageIndex: 1, pageSize: SHOWN }, { skip: !isKnown });
  return (
    <RecentPanel
      {...{ id: 'recent-recharges', asked }}
      title={say('wallet.recharge.recent')}
      empty={say('wallet.recharge.empty')}
    >
      {(record) => <Recent key={record.recharge ?? record.reference} record={record} />}
    </RecentPanel>
  );
}

function Recent({ record }: { record: RechargeRecord }) {
  const { say } = useTexts();
  const reasonOf = useReasonWords();
  const wayOf = useRechargeWay();
  const { asset, amount, status, reason, finality, at } = record;
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
        {finality === 'pending' && <span>{say('wallet.finality.pending')}</span>}
        {finality === 'reverted' && <span className={shared.fault}>{say('wallet.finality.reverted')}</span>}
        {reason !== null && <span className={shared.fault}>{reasonOf(reason)}</span>}
      </p>
      {status === 'recharging' && <Confirmations of={record} />}
    </li>
  );
}
