import { scaleOf } from '../../../shared/rules/units';
import type { MarketRecord } from '../../../shared/wire/product';
import { useLastPrice } from '../entities/market/use-quote-shown';
import { useTitleStart } from '../entities/route/use-title-start';
import { useTexts } from '../shared/i18n/use-texts';

/**
 * The last price first, where a narrow tab shows it, for those who watch it from another tab. A component of its own that shows nothing: as a hook of
 * the page it would render all of it with every price.
 */
export function PriceInTitle({ market }: { market: MarketRecord }) {
  const { numbers } = useTexts();
  const price = numbers.fixed(useLastPrice(market.name, { inTitle: true }) ?? market.price, scaleOf(market.tick));
  useTitleStart(`${price} ${market.label}`);
  return null;
}
