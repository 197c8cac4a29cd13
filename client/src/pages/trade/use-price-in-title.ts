import { useEffect } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useQuoteShown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { PRODUCT_TITLE } from '../../shared/lib/product';

/** The last price after the fixed name, for those who watch it from another tab. */
export function usePriceInTitle(market: MarketRecord): void {
  const { numbers } = useTexts();
  const { ticker } = useQuoteShown(market.name);
  const price = numbers.fixed(ticker?.last ?? market.price, scaleOf(market.tick));
  useEffect(() => {
    document.title = `${PRODUCT_TITLE} | ${price} ${market.base}/${market.quote}`;
  }, [price, market.base, market.quote]);
  useEffect(
    () => () => {
      document.title = PRODUCT_TITLE;
    },
    [],
  );
}
