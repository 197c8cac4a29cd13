import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { signShown } from '../../entities/market/quote';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './markets-panel.module.css';
import { useQuoteShown } from '../../entities/market/use-quote-shown';

interface MarketRowProps {
  market: MarketRecord;
  isChosen: boolean;
  onChoose: () => void;
}

export function MarketRow({ market, isChosen, onChoose }: MarketRowProps) {
  const { say, numbers } = useTexts();
  // Until something is known of the last 24 hours there is the price of the list alone.
  const { ticker, moved } = useQuoteShown(market.name);
  const last = ticker?.last ?? market.price;
  return (
    <tr className={styles.row} data-chosen={isChosen}>
      <th scope="row">
        <button type="button" className={styles.pair} aria-pressed={isChosen} onClick={onChoose}>
          <b>{market.base}</b>
          <span className={styles.quote}>/{market.quote}</span>
        </button>
        {market.state !== 'open' && <span className={styles.state}>{say(`markets.state.${market.state}`)}</span>}
      </th>
      <td>
        {/* A new key is a new element: its animation begins anew with every price. */}
        <span key={last} className={styles.price} data-direction={moved}>
          {numbers.fixed(last, scaleOf(market.tick))}
        </span>
      </td>
      <td data-direction={ticker && signShown(ticker.changeRatio)}>
        {ticker ? numbers.percent(ticker.changeRatio) : '–'}
      </td>
      <td>{ticker ? numbers.compact(ticker.quoteVolume) : '–'}</td>
    </tr>
  );
}
