import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useTexts } from '../../../shared/i18n/use-texts';
import type { TicketWarning } from './ticket-kind';

/** How far a limit is from the market, and what that would come to. */
export function FarWords({ warning, market }: { warning: TicketWarning; market: MarketRecord }) {
  const { say, numbers } = useTexts();
  const { side, ratio, market: reference, average } = warning;
  const price = (decimal: string) => `${numbers.fixed(decimal, scaleOf(market.tick))} ${market.quote}`;
  return (
    <>
      {say(`place.far.${side}`, { percent: numbers.narrowPercent(ratio), price: price(reference) })}{' '}
      {average !== null && say('place.far.average', { price: price(average) })}
    </>
  );
}
