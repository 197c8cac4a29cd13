import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { flashAttributes } from '../entities/market/quote';
import { useCachedQuote } from '../entities/market/use-quote-shown';
import { useTexts } from '../i18n/use-texts';
import { Figure } from '../ui/figures/figure';
import styles from './price-shown.module.css';

/** Last price; flashes on change. */
export function PriceShown({ market }: { market: MarketRecord }) {
  const { numbers } = useTexts();
  const { ticker, ...movement } = useCachedQuote(market.name);
  // Before a ticker arrives the market list's price is shown.
  const last = ticker?.last ?? market.price;
  return (
    <Figure className={styles.price} {...flashAttributes(movement)}>
      {numbers.fixed(last, scaleOf(market.tick))}
    </Figure>
  );
}
