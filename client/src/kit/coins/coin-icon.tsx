import styles from './coin-icon.module.css';
import { coinPicture } from './coins';

interface CoinIconProps {
  symbol: string;
  /** Pixels. */
  size?: number;
}

/** Decorative picture of a coin, or its first letter in a stable colour. Hidden from screen readers. */
export function CoinIcon({ symbol, size = 20 }: CoinIconProps) {
  const picture = coinPicture(symbol);
  const box = { width: size, height: size };
  if (picture !== null) return <img className={styles.coin} src={picture} alt="" loading="lazy" {...box} />;
  return (
    <span
      className={styles.letter}
      style={{ ...box, fontSize: size * 0.55, backgroundColor: `hsl(${hueOf(symbol)} 45% 38%)` }}
      data-letter={[...symbol][0]}
      aria-hidden="true"
    />
  );
}

/** Hue by symbol: stable, and distinct for similar symbols. */
function hueOf(symbol: string): number {
  return [...symbol].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0) * 47) % 360, 0);
}
