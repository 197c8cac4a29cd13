import { signShown } from '../../entities/market/quote';
import { useQuoteKnown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { Figure } from '../../shared/ui/figures/figure';

/** By how much the price has changed in 24 hours. */
export function ChangeShown({ market }: { market: string }) {
  const { numbers } = useTexts();
  const { ticker } = useQuoteKnown(market);
  if (!ticker || ticker.changeRatio === null) return <span>–</span>;
  return <Figure data-direction={signShown(ticker.changeRatio)}>{numbers.percent(ticker.changeRatio)}</Figure>;
}
