import { memo } from 'react';
import { CoinIcon } from '../../coins/coin-icon';
import styles from './instrument-name.module.css';

interface NameProps {
  instrument: { label: string; base: string };
}

/** Name of an instrument, with the base in bold. Memoised, so that price changes beside it do not render it again. */
export const InstrumentName = memo(function InstrumentName({ instrument: { label, base } }: NameProps) {
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
