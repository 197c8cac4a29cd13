import type { ReactNode } from 'react';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useMark } from '../../../../entities/contract/marks';
import { useContractAccount } from '../../../../entities/contract/positions';
import { fundingOf } from '../../../../entities/contract/reckoning';
import { signShown } from '../../../../entities/market/quote';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Countdown } from './countdown';
import { useContractTerms } from './use-contract-terms';

/** Digits of a funding rate in percent: it is a hundredth of a percent as a rule. */
const RATE_PLACES = 4;

interface ContractFact {
  name: string;
  figure: ReactNode;
  /** What is out of date is not to be taken for the price. */
  of?: 'index' | 'old';
}

/** What a contract stands at beside its last price: mark, index, funding with what it brings oneself, open interest. */
export function useContractFacts(market: MarketRecord): readonly ContractFact[] {
  const { say, numbers } = useTexts();
  const mark = useMark(market.name);
  const terms = useContractTerms(market);
  const positions = useContractAccount()?.positions.filter((position) => position.market === market.name) ?? [];
  const price = (decimal: string | null | undefined) => (decimal ? numbers.fixed(decimal, scaleOf(market.tick)) : '–');
  const rate = mark?.fundingRate;
  const next = mark?.nextFundingAt ?? null;
  const isOwn = positions.length > 0 && terms !== null && mark?.mark !== undefined && mark.mark !== null;
  const own =
    isOwn && mark.mark !== null ? fundingOf(terms, positions, { rate: mark.fundingRate, mark: mark.mark }) : null;
  return [
    { name: say('perp.mark'), figure: price(mark?.mark), ...(mark?.isStale ? { of: 'old' as const } : {}) },
    { name: say('index.title'), figure: price(mark?.index), of: mark?.isStale ? 'old' : 'index' },
    {
      name: say('perp.funding'),
      figure: (
        <>
          <span data-direction={rate && signShown(rate)}>{rate ? numbers.exactPercent(rate, RATE_PLACES) : '–'}</span>
          {next !== null && (
            <>
              {' / '}
              <Countdown to={next} />
            </>
          )}
        </>
      ),
    },
    ...(own === null
      ? []
      : [
          {
            name: say('perp.next_payment'),
            figure: (
              <span data-direction={signShown(own)}>
                {numbers.fixed(own, 4)} {market.quote}
              </span>
            ),
          },
        ]),
    {
      name: say('perp.open_interest'),
      figure: mark ? `${numbers.compact(mark.openInterest)} ${market.base}` : '–',
    },
  ];
}
