/** Which market is being watched: the one chosen, as long as it is listed, else the first. */
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import { marketsEndpoint } from '../../entities/market/market-api';

export interface ChoiceState {
  /** A name that somebody typed into the address bar may be of no market. */
  wanted: string | null;
}

export const choiceSlice = createSlice({
  name: 'choice',
  initialState: (): ChoiceState => ({ wanted: null }),
  reducers: {
    marketChosen: (_state, { payload }: PayloadAction<string>) => ({ wanted: payload }),
  },
  selectors: { selectWanted: ({ wanted }) => wanted },
});

export const { marketChosen } = choiceSlice.actions;
const { selectWanted } = choiceSlice.selectors;

export function chosenOf(markets: readonly MarketRecord[], wanted: string | null): MarketRecord | undefined {
  return markets.find(({ name }) => name === wanted) ?? markets[0];
}

const NO_MARKETS: readonly MarketRecord[] = [];
type ListState = Parameters<ReturnType<typeof marketsEndpoint.select>>[0];
type ChoiceRoot = ListState & { choice: ChoiceState };

const selectList = marketsEndpoint.select();
export const selectMarkets = (state: ListState): readonly MarketRecord[] => selectList(state).data ?? NO_MARKETS;
export const selectChosenMarket: (state: ChoiceRoot) => MarketRecord | undefined = createSelector(
  [selectMarkets, selectWanted],
  chosenOf,
);

export function useChosenMarket(): MarketRecord | undefined {
  return useSelector(selectChosenMarket);
}

const PARAMETER = 'market';

/** The market an address asks for: a page can be kept or sent to somebody. */
export function marketInAddress(search: string): string | null {
  return new URLSearchParams(search).get(PARAMETER);
}

export function addressOf(market: string): string {
  return `?${new URLSearchParams({ [PARAMETER]: market }).toString()}`;
}
