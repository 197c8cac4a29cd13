import { signShown } from '../../entities/market/quote';
import { useQuoteKnown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';

/** By how much the price has changed in 24 hours. */
export function ChangeShown({ market }: { market: string }) {
  const { numbers } = useTexts();
  const { ticker } = useQuoteKnown(market);
  if (!ticker || ticker.changeRatio === null) return <span>–</span>;
  return <span data-direction={signShown(ticker.changeRatio)}>{numbers.percent(ticker.changeRatio)}</span>;
}
