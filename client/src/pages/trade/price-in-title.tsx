import { useEffect } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useLastPrice } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { PRODUCT_TITLE } from '../../shared/lib/product';

/**
 * The last price after the fixed name, for those who watch it from another tab. A component of its own that shows nothing: as a hook of
 * the page it would render all of it with every price.
 */
export function PriceInTitle({ market }: { market: MarketRecord }) {
  const { numbers } = useTexts();
  const price = numbers.fixed(useLastPrice(market.name, { inTitle: true }) ?? market.price, scaleOf(market.tick));
  useEffect(() => {
    document.title = `${PRODUCT_TITLE} | ${price} ${market.label}`;
  }, [price, market.label]);
  useEffect(
    () => () => {
      document.title = PRODUCT_TITLE;
    },
    [],
  );
  return null;
}
