import { CopyButton } from '../../../../kit/ui/figures/copy-button';
import { shortAddress } from '../../../../../../shared/products/wallet/rules/short-address';
import styles from './wallet.module.css';

/** Shortened text; the tooltip and the clipboard have it in full. */
export function Hash({ text, label }: { text: string | null; label: string }) {
  if (text === null) return '—';
  return (
    <span className={styles.address}>
      <span translate="no" className={styles.hash} title={text}>
        {shortAddress(text)}
      </span>
      <CopyButton text={text} label={label} />
    </span>
  );
}
