/**
 * What is on the screen and therefore to be listened to. Whatever shows a stream says so while it is mounted; several may
 * show the same one, and it is followed until the last of them has gone.
 */
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { keyOf, type FollowedTopic } from './stream-events';

interface Interest {
  topic: FollowedTopic;
  /** So many show it. */
  shown: number;
}

export interface InterestState {
  byKey: Readonly<Record<string, Interest>>;
}

export const interestSlice = createSlice({
  name: 'interest',
  initialState: (): InterestState => ({ byKey: {} }),
  reducers: {
    interestTaken: ({ byKey }, { payload: topic }: PayloadAction<FollowedTopic>) => {
      const key = keyOf(topic);
      const shown = (byKey[key]?.shown ?? 0) + 1;
      return { byKey: { ...byKey, [key]: { topic, shown } } };
    },
    interestLost: (state, { payload: topic }: PayloadAction<FollowedTopic>) => {
      const key = keyOf(topic);
      const known = state.byKey[key];
      if (!known) return state;
      const { [key]: _, ...others } = state.byKey;
      return { byKey: known.shown > 1 ? { ...others, [key]: { ...known, shown: known.shown - 1 } } : others };
    },
  },
  selectors: {
    selectInterests: createSelector([({ byKey }: InterestState) => byKey], (byKey) =>
      Object.values(byKey).map(({ topic }) => topic),
    ),
  },
});

export const { interestTaken, interestLost } = interestSlice.actions;
export const { selectInterests } = interestSlice.selectors;

/** While it is mounted: null for nothing. The topic may be written anew with every render. */
export function useInterest(topic: FollowedTopic | null): void {
  const dispatch = useDispatch();
  // As a text it is the same as long as it says the same.
  const written = topic && JSON.stringify(topic);
  useEffect(() => {
    if (written === null) return;
    const taken = JSON.parse(written) as FollowedTopic;
    dispatch(interestTaken(taken));
    return () => void dispatch(interestLost(taken));
  }, [dispatch, written]);
}
