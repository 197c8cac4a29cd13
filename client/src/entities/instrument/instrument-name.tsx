import { CoinIcon } from '../../shared/coins/coin-icon';
import styles from './instrument-name.module.css';

/** What an instrument is called, with what is traded in bold and the rest of it beside. */
export function InstrumentName({ of: { label, base } }: { of: { label: string; base: string } }) {
  const isBaseFirst = label.startsWith(base);
  return (
    <>
      <span className={styles.icon}>
        <CoinIcon symbol={base} size={18} />
      </span>
      <b>{isBaseFirst ? base : label}</b>
      {isBaseFirst && <span>{label.slice(base.length)}</span>}
    </>
  );
}
