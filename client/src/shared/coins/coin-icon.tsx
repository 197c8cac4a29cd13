import styles from './coin-icon.module.css';
import { coinPicture } from './coins';

interface CoinIconProps {
  symbol: string;
  /** Pixels. */
  size?: number;
}

/** A picture beside a coin's symbol; where there is none, its first letter in a colour of its own. It says nothing that the text does not. */
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

/** The same for the same symbol, far apart for those that differ little. */
function hueOf(symbol: string): number {
  return [...symbol].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0) * 47) % 360, 0);
}
