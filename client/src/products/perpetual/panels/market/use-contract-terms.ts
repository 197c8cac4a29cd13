import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { outcomeTermsOf, type OutcomeTerms } from '../../../../kit/entities/contract/outcomes';
import { useFeeLevel } from '../../../../kit/entities/fee/fee-api';
import { feesAt } from '../../../../kit/entities/fee/rates';
import { selectUser } from '../../../../kit/entities/session/session-slice';

/** The user's fees in a market; visitors get those of the first level. */
export function useOwnFees(market: MarketRecord) {
  const level = useFeeLevel(useSelector(selectUser)?.userId ?? null, market.product);
  return useMemo(() => feesAt(market, level), [market, level]);
}

/** Terms for outcome calculations in a market; null if it is not a perpetual. */
export function useContractTerms(market: MarketRecord): OutcomeTerms | null {
  const { takerPpb } = useOwnFees(market);
  return useMemo(() => outcomeTermsOf(market, takerPpb), [market, takerPpb]);
}
