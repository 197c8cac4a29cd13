import type { ReactNode } from 'react';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useMark } from '../../../../kit/entities/contract/marks';
import { useContractAccount } from '../../../../kit/entities/contract/positions';
import { fundingOf } from '../../../../kit/entities/contract/reckoning';
import { directionShown } from '../../../../kit/entities/market/quote';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Countdown } from './countdown';
import { useContractTerms } from './use-contract-terms';

/** Decimal places of a funding rate in percent; it is typically about 0.01 %. */
const RATE_PLACES = 4;

interface ContractFact {
  name: string;
  figure: ReactNode;
  /** Marks stale figures, so that they are not read as current prices. */
  of?: 'index' | 'old';
}

/** Ticker facts of a contract: mark, index, funding rate, the user's next funding payment, open interest. */
export function useContractFacts(market: MarketRecord): readonly ContractFact[] {
  const { t, numbers } = useTexts();
  const mark = useMark(market.name);
  const terms = useContractTerms(market);
  const positions = useContractAccount()?.positions.filter((position) => position.market === market.name) ?? [];
  const price = (decimal: string | null | undefined) => (decimal ? numbers.fixed(decimal, scaleOf(market.tick)) : '–');
  const rate = mark?.fundingRate;
  const next = mark?.nextFundingAt ?? null;
  const isOwn = positions.length > 0 && terms !== null && mark?.mark !== undefined && mark.mark !== null;
  const ownFunding =
    isOwn && mark.mark !== null ? fundingOf(terms, positions, { rate: mark.fundingRate, mark: mark.mark }) : null;
  return [
    { name: t('perp.mark'), figure: price(mark?.mark), ...(mark?.isStale ? { of: 'old' as const } : {}) },
    { name: t('index.title'), figure: price(mark?.index), of: mark?.isStale ? 'old' : 'index' },
    {
      name: t('perp.funding'),
      figure: (
        <>
          <span data-direction={rate && directionShown(rate)}>
            {rate ? numbers.exactPercent(rate, RATE_PLACES) : '–'}
          </span>
          {next !== null && (
            <>
              {' / '}
              <Countdown to={next} />
            </>
          )}
        </>
      ),
    },
    ...(ownFunding === null
      ? []
      : [
          {
            name: t('perp.next_payment'),
            figure: (
              <span data-direction={directionShown(ownFunding)}>
                {numbers.fixed(ownFunding, 4)} {market.quote}
              </span>
            ),
          },
        ]),
    {
      name: t('perp.open_interest'),
      figure: mark ? `${numbers.compact(mark.openInterest)} ${market.base}` : '–',
    },
  ];
}
