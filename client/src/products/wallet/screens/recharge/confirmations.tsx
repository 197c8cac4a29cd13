import type { RechargeRecord } from '../../../../../../shared/products/wallet/wire';
import { progressOf } from '../../api/progress';
import { useTexts } from '../../../../shared/i18n/use-texts';
import styles from './confirmations.module.css';

/** How many blocks have confirmed it, of how many. */
export function Confirmations({ of: record }: { of: Pick<RechargeRecord, 'confirmations' | 'needed'> }) {
  const { say } = useTexts();
  const progress = progressOf(record);
  if (progress === null) return <span>—</span>;
  const { confirmations, needed } = progress;
  const text = say('wallet.recharge.progress', { confirmations: String(confirmations), needed: String(needed) });
  return (
    <span className={styles.progress}>
      <progress max={needed} value={confirmations} aria-label={text} />
      <span aria-hidden="true">
        {confirmations}/{needed}
      </span>
    </span>
  );
}
