/** The user's positions at their marks, as tables and the account show them. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { PositionState, StopState } from '../../../../shared/wire/contract-stream';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useMarks } from '../../entities/contract/marks';
import { outcomeTermsOf, type OutcomeTerms } from '../../entities/contract/outcomes';
import { useContractAccount } from '../../entities/contract/positions';
import {
  reckonAccount,
  reckonPosition,
  type AccountReckoning,
  type PositionReckoning,
} from '../../entities/contract/reckoning';
import { useFeeTiersQuery } from '../../entities/fee/fee-api';
import { feesAt } from '../../entities/fee/rates';
import { useMarkets } from '../../entities/market/market-api';
import { selectAccounts, selectBalancesPosition } from '../../entities/balance/balance-slice';
import { selectUser } from '../../entities/session/session-slice';

export interface ShownPosition {
  id: string;
  state: PositionState;
  market: MarketRecord;
  terms: OutcomeTerms;
  /** Null until it is known, and so is what follows from it. */
  mark: string | null;
  reckoned: PositionReckoning | null;
  stops: readonly StopState[];
}

/** Undefined until the stream has told them. In order of opening. */
export function useShownPositions(): readonly ShownPosition[] | undefined {
  const account = useContractAccount();
  const markets = useMarkets();
  const user = useSelector(selectUser);
  const { data: fees } = useFeeTiersQuery(user?.userId ?? null);
  const tier = fees?.userTier ?? 0;
  const held = account?.positions;
  const stops = account?.stops;
  const marks = useMarks((held ?? []).map(({ market }) => market));
  return useMemo(() => {
    const byName = new Map(markets.map((market) => [market.name, market]));
    return held?.flatMap((state) => {
      const market = byName.get(state.market);
      const terms = market && outcomeTermsOf(market, feesAt(market, tier).takerPpb);
      if (!market || !terms) return [];
      const mark = marks[state.market]?.mark ?? null;
      return {
        ...{ id: state.id, state, market, terms, mark },
        reckoned: mark === null ? null : reckonPosition(terms, state, mark),
        stops: (stops ?? []).filter(({ contract }) => contract === state.id),
      };
    });
  }, [held, stops, markets, marks, tier]);
}

const NOTHING = { available: '0', frozen: '0', locked: '0' };

/** What the contract account is worth in a quote asset at the marks of now; null until balances and positions are known. */
export function useReckonedAccount(quote: string): AccountReckoning | null {
  const isKnown = useSelector(selectBalancesPosition) !== null;
  const accounts = useSelector(selectAccounts);
  const account = useContractAccount();
  const positions = useShownPositions();
  if (!isKnown || !account || !positions) return null;
  const marked = positions.flatMap(({ terms, state, mark, market }) =>
    mark === null || market.quote !== quote ? [] : { terms, state, mark },
  );
  return reckonAccount(accounts.contract?.[quote] ?? NOTHING, marked, account.orders);
}
