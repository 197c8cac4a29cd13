import { directionShown } from '../entities/market/quote';
import { useCachedQuote } from '../entities/market/use-quote-shown';
import { useTexts } from '../i18n/use-texts';
import { Figure } from '../ui/figures/figure';

/** Price change over 24 hours. */
export function ChangeShown({ market }: { market: string }) {
  const { numbers } = useTexts();
  const { ticker } = useCachedQuote(market);
  if (!ticker || ticker.changeRatio === null) return <span>–</span>;
  return <Figure data-direction={directionShown(ticker.changeRatio)}>{numbers.percent(ticker.changeRatio)}</Figure>;
}
