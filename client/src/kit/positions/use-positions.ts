/** The user's positions at mark prices, for tables and the account. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { ContractOrderState, PositionState, StopState } from '../../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useMarks } from '../entities/contract/marks';
import { outcomeTermsOf, type OutcomeTerms } from '../entities/contract/outcomes';
import { useContractAccount } from '../entities/contract/positions';
import {
  crossPriceOf,
  crossRatio,
  crossStandingOf,
  reckonAccount,
  reckonPosition,
  type AccountReckoning,
  type PositionReckoning,
} from '../entities/contract/reckoning';
import { useFeeLevel } from '../entities/fee/fee-api';
import { feesAt } from '../entities/fee/rates';
import { useMarkets } from '../entities/market/market-api';
import { selectUser } from '../entities/session/session-slice';
import { selectAccounts, selectBalancesPosition } from '../entities/balance/balance-slice';

export interface ShownPosition {
  id: string;
  state: PositionState;
  market: MarketRecord;
  terms: OutcomeTerms;
  /** Null until known; `computed` is then null too. */
  mark: string | null;
  computed: PositionReckoning | null;
  stops: readonly StopState[];
}

/** In order of opening. Undefined until the stream's snapshot arrives. */
export function useShownPositions(): readonly ShownPosition[] | undefined {
  const account = useContractAccount();
  const markets = useMarkets();
  const level = useFeeLevel(useSelector(selectUser)?.userId ?? null, 'perpetual');
  const openPositions = account?.positions;
  const stops = account?.stops;
  const marks = useMarks((openPositions ?? []).map(({ market }) => market));
  const orders = account?.orders;
  const isKnown = useSelector(selectBalancesPosition) !== null;
  const balances = useSelector(selectAccounts).contract;
  return useMemo(() => {
    const byName = new Map(markets.map((market) => [market.name, market]));
    const shownPositions = openPositions?.flatMap((state) => {
      const market = byName.get(state.market);
      const terms = market && outcomeTermsOf(market, feesAt(market, level).takerPpb);
      if (!market || !terms) return [];
      const mark = marks[state.market]?.mark ?? null;
      return {
        ...{ id: state.id, state, market, terms, mark },
        computed: mark === null ? null : reckonPosition(terms, state, mark),
        stops: (stops ?? []).filter(({ contract }) => contract === state.id),
      };
    });
    return shownPositions && isKnown
      ? withAccount(shownPositions, orders ?? [], (quote) => balances?.[quote]?.available ?? '0')
      : shownPositions;
  }, [openPositions, stops, orders, markets, marks, level, isKnown, balances]);
}

/** The account covers a cross position, so its liquidation price and distance change with every mark and every balance. */
function withAccount(
  shownPositions: ShownPosition[],
  orders: readonly ContractOrderState[],
  availableOf: (quote: string) => string,
): ShownPosition[] {
  if (!shownPositions.some(({ state }) => state.mode === 'cross')) return shownPositions;
  const quoteOf = new Map(shownPositions.map(({ market }) => [market.name, market.quote]));
  return shownPositions.map((one) => {
    const { state, terms, mark, market } = one;
    if (state.mode !== 'cross' || mark === null) return one;
    const { quote } = market;
    const quotePositions = shownPositions.flatMap((other) =>
      other.mark === null || other.market.quote !== quote ? [] : { ...other, mark: other.mark },
    );
    const quoteOrders = orders.filter((order) => (quoteOf.get(order.market) ?? quote) === quote);
    const crossState = crossStandingOf(availableOf(quote), quotePositions, quoteOrders, terms.scale);
    const liquidationPrice = crossPriceOf(crossState, market.name, state.side, terms.tick);
    const shownState = { ...state, liquidationPrice };
    return {
      ...one,
      state: shownState,
      computed: { ...reckonPosition(terms, shownState, mark), marginRatio: crossRatio(crossState) },
    };
  });
}

const NOTHING = { available: '0', frozen: '0', locked: '0' };

/** Value of the contract account in a quote asset at the current marks; null until balances and positions are known. */
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
