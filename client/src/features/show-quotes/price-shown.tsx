import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { flashOf } from '../../entities/market/quote';
import { useQuoteKnown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { Figure } from '../../shared/ui/figures/figure';
import styles from './price-shown.module.css';

/** The last price, which flashes when it changes. */
export function PriceShown({ market }: { market: MarketRecord }) {
  const { numbers } = useTexts();
  const { ticker, ...moved } = useQuoteKnown(market.name);
  // Until something is known of the last 24 hours there is the price of the list alone.
  const last = ticker?.last ?? market.price;
  return (
    <Figure className={styles.price} {...flashOf(moved)}>
      {numbers.fixed(last, scaleOf(market.tick))}
    </Figure>
  );
}
