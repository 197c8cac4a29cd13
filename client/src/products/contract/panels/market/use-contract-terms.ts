import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { outcomeTermsOf, type OutcomeTerms } from '../../../../entities/contract/outcomes';
import { useFeeLevel } from '../../../../entities/fee/fee-api';
import { feesAt } from '../../../../entities/fee/rates';
import { selectUser } from '../../../../entities/session/session-slice';

/** The fees of whoever looks, in a market: those of the first level for a visitor. */
export function useOwnFees(market: MarketRecord) {
  const level = useFeeLevel(useSelector(selectUser)?.userId ?? null, market.product);
  return useMemo(() => feesAt(market, level), [market, level]);
}

/** What is reckoned by in a market; null for one that is no perpetual. */
export function useContractTerms(market: MarketRecord): OutcomeTerms | null {
  const { takerPpb } = useOwnFees(market);
  return useMemo(() => outcomeTermsOf(market, takerPpb), [market, takerPpb]);
}
