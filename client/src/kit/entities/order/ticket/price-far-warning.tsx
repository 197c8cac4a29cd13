import { scaleOf } from '../../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useTexts } from '../../../i18n/use-texts';
import { TextWithFact } from '../../../ui/text-with-fact';
import type { TicketWarning } from './ticket-kind';

/** Distance of a limit from the market, and its consequence. */
export function PriceFarWarning({ warning, market }: { warning: TicketWarning; market: MarketRecord }) {
  const { numbers } = useTexts();
  const { side, ratio, market: reference, average } = warning;
  const price = (decimal: string) => `${numbers.fixed(decimal, scaleOf(market.tick))} ${market.quote}`;
  return (
    <>
      <TextWithFact
        text={`place.far.${side}`}
        params={{ percent: numbers.narrowPercent(ratio), price: price(reference) }}
      />{' '}
      {average !== null && <TextWithFact text="place.far.average" params={{ price: price(average) }} />}
    </>
  );
}
