import { scaleOf } from '../../../shared/rules/units';
import type { MarketRecord } from '../../../shared/wire/product';
import { useLastPrice } from '../kit/entities/market/use-quote-shown';
import { useTitleStart } from '../kit/entities/route/use-title-start';
import { useTexts } from '../kit/i18n/use-texts';

/**
 * Puts the last price first in the tab's title, where narrow tabs show it. A separate component without output: as a hook of the page it
 * would re-render the page at every price.
 */
export function PriceInTitle({ market }: { market: MarketRecord }) {
  const { numbers } = useTexts();
  const price = numbers.fixed(useLastPrice(market.name, { inTitle: true }) ?? market.price, scaleOf(market.tick));
  useTitleStart(`${price} ${market.label}`);
  return null;
}
