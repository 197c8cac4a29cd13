import { memo } from 'react';
import { CoinIcon } from '../../shared/coins/coin-icon';
import styles from './instrument-name.module.css';

interface NameProps {
  of: { label: string; base: string };
}

/** What an instrument is called, with what is traded in bold and the rest of it beside. Not rendered again with the price beside it. */
export const InstrumentName = memo(function InstrumentName({ of: { label, base } }: NameProps) {
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
});
