import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Said } from '../../../shared/ui/said';
import type { TicketWarning } from './ticket-kind';

/** How far a limit is from the market, and what that would come to. */
export function FarWords({ warning, market }: { warning: TicketWarning; market: MarketRecord }) {
  const { numbers } = useTexts();
  const { side, ratio, market: reference, average } = warning;
  const price = (decimal: string) => `${numbers.fixed(decimal, scaleOf(market.tick))} ${market.quote}`;
  return (
    <>
      <Said text={`place.far.${side}`} facts={{ percent: numbers.narrowPercent(ratio), price: price(reference) }} />{' '}
      {average !== null && <Said text="place.far.average" facts={{ price: price(average) }} />}
    </>
  );
}
