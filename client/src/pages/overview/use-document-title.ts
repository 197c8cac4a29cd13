import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectQuote, type MarketState } from '../../entities/market/market-slice';
import { PRODUCT_NAME } from '../../shared/lib/product';
import { useTexts } from '../../shared/i18n/use-texts';

/** After the fixed name, what a trader wants to see in a tab: the last price of the market being watched. */
export function useDocumentTitle(market: MarketRecord | undefined): void {
  const { numbers } = useTexts();
  const name = market?.name ?? '';
  const last = useSelector((state: { market: MarketState }) => selectQuote(state, name).quote?.ticker.last);
  const watched =
    market && last ? ` | ${numbers.fixed(last, scaleOf(market.tick))} ${market.base}/${market.quote}` : '';
  useEffect(() => {
    document.title = PRODUCT_NAME + watched;
  }, [watched]);
}
