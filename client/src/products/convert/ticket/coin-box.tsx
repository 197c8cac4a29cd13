import type { ReactNode } from 'react';
import { Combobox } from '../../../kit/ui/form/fields/combobox';
import { CoinIcon } from '../../../kit/coins/coin-icon';
import { CoinName } from '../../../kit/coins/coin-name';
import styles from './convert-form.module.css';

interface CoinBoxProps {
  title: string;
  /** Shown at the end of the title. */
  extra?: ReactNode;
  coin: string;
  coins: readonly string[];
  /** Accessible name of the coin select. */
  label: string;
  onChoose: (coin: string) => void;
  isFaulty?: boolean;
  isLocked?: boolean;
  /** The amount. */
  children: ReactNode;
  /** Notes and faults below the field. */
  below?: ReactNode;
}

/** One side of a conversion: an amount and its coin. */
export function CoinBox(properties: CoinBoxProps) {
  const {
    title,
    extra,
    coin,
    coins,
    label,
    onChoose,
    isFaulty = false,
    isLocked = false,
    children,
    below,
  } = properties;
  return (
    <div className={styles.box} data-faulty={isFaulty}>
      <div className={styles.top}>
        <span>{title}</span>
        {extra}
      </div>
      <div className={styles.row}>
        <div className={styles.figure}>{children}</div>
        <div className={styles.coin}>
          <Combobox
            aria-label={label}
            size="large"
            isListWide
            isDisabled={isLocked}
            value={coin}
            options={coins.map((symbol) => ({
              value: symbol,
              text: symbol,
              label: <CoinName symbol={symbol} />,
              chosen: (
                <span className={styles.chosen}>
                  <CoinIcon symbol={symbol} /> {symbol}
                </span>
              ),
            }))}
            onChange={(next) => next !== undefined && onChoose(next)}
          />
        </div>
      </div>
      {below}
    </div>
  );
}
