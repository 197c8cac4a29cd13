import { CoinIcon } from './coin-icon';
import styles from './coin-icon.module.css';
import { coinName } from './coins';

/** A coin's picture, symbol and name. */
export function CoinName({ symbol }: { symbol: string }) {
  const name = coinName(symbol);
  return (
    <span className={styles.named}>
      <CoinIcon symbol={symbol} />
      <span>{symbol}</span>
      {name !== null && <span className={styles.name}>{name}</span>}
    </span>
  );
}
