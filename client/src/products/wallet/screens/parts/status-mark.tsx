import type { RechargeStatus, WithdrawalRecord } from '../../../../../../shared/products/wallet/wire';
import { useTexts } from '../../../../kit/i18n/use-texts';
import styles from './status-mark.module.css';

const RECHARGE_KINDS = { recharging: 'waiting', success: 'good', failure: 'bad' } as const;
const WITHDRAWAL_KINDS = { applied: 'waiting', withdrawn: 'good', rejected: 'bad', cancelled: 'ended' } as const;

export function RechargeMark({ status }: { status: RechargeStatus }) {
  const { t } = useTexts();
  return (
    <span className={styles.mark} data-kind={RECHARGE_KINDS[status]}>
      {t(`wallet.recharge_status.${status}`)}
    </span>
  );
}

export function WithdrawalMark({ status }: { status: WithdrawalRecord['shown'] }) {
  const { t } = useTexts();
  return (
    <span className={styles.mark} data-kind={WITHDRAWAL_KINDS[status]}>
      {t(`wallet.withdrawal_status.${status}`)}
    </span>
  );
}
