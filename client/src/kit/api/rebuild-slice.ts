/** True while read models are being rebuilt, according to the latest response. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface RebuildState {
  isRebuilding: boolean;
}

export const rebuildSlice = createSlice({
  name: 'rebuild',
  initialState: (): RebuildState => ({ isRebuilding: false }),
  reducers: {
    rebuildTold: (_, { payload }: PayloadAction<boolean>): RebuildState => ({ isRebuilding: payload }),
  },
  selectors: { selectIsRebuilding: ({ isRebuilding }) => isRebuilding },
});

export const { rebuildTold } = rebuildSlice.actions;
export const { selectIsRebuilding } = rebuildSlice.selectors;

/** Stores of single parts may lack this slice. */
export function selectIsRebuildShown(state: unknown): boolean {
  return (state as { rebuild?: RebuildState }).rebuild?.isRebuilding === true;
}
