import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useQuoteKnown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './price-shown.module.css';

/** The last price, which flashes when it changes. */
export function PriceShown({ market }: { market: MarketRecord }) {
  const { numbers } = useTexts();
  const { ticker, moved } = useQuoteKnown(market.name);
  // Until something is known of the last 24 hours there is the price of the list alone.
  const last = ticker?.last ?? market.price;
  // A new key is a new element: its animation begins anew with every price.
  return (
    <span key={last} className={styles.price} data-flash={moved}>
      {numbers.fixed(last, scaleOf(market.tick))}
    </span>
  );
}
