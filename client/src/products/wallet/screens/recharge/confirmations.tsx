import type { RechargeRecord } from '../../../../../../shared/products/wallet/wire';
import { progressOf } from '../../api/progress';
import { useTexts } from '../../../../kit/i18n/use-texts';
import styles from './confirmations.module.css';

/** Confirmations so far and required. */
export function Confirmations({ of: record }: { of: Pick<RechargeRecord, 'confirmations' | 'needed'> }) {
  const { t } = useTexts();
  const progress = progressOf(record);
  if (progress === null) return <span>—</span>;
  const { confirmations, needed } = progress;
  const text = t('wallet.recharge.progress', { confirmations: String(confirmations), needed: String(needed) });
  return (
    <span className={styles.progress}>
      <progress max={needed} value={confirmations} aria-label={text} />
      <span aria-hidden="true">
        {confirmations}/{needed}
      </span>
    </span>
  );
}
