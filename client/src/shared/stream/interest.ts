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
  /** So many of them in the tab's title, which is seen from other tabs. */
  titled: number;
}

interface Taken {
  topic: FollowedTopic;
  inTitle?: boolean;
}

export interface InterestState {
  byKey: Readonly<Record<string, Interest>>;
}

export const interestSlice = createSlice({
  name: 'interest',
  initialState: (): InterestState => ({ byKey: {} }),
  reducers: {
    interestTaken: ({ byKey }, { payload }: PayloadAction<Taken>) => {
      const { topic, inTitle } = payload;
      const key = keyOf(topic);
      const { shown, titled } = byKey[key] ?? { shown: 0, titled: 0 };
      return { byKey: { ...byKey, [key]: { topic, shown: shown + 1, titled: titled + (inTitle ? 1 : 0) } } };
    },
    interestLost: (state, { payload }: PayloadAction<Taken>) => {
      const key = keyOf(payload.topic);
      const known = state.byKey[key];
      if (!known) return state;
      const { [key]: _, ...others } = state.byKey;
      if (known.shown === 1) return { byKey: others };
      const titled = known.titled - (payload.inTitle ? 1 : 0);
      return { byKey: { ...others, [key]: { ...known, shown: known.shown - 1, titled } } };
    },
  },
  selectors: {
    selectInterests: createSelector([({ byKey }: InterestState) => byKey], (byKey) =>
      Object.values(byKey).map(({ topic }) => topic),
    ),
    selectTitleInterests: createSelector([({ byKey }: InterestState) => byKey], (byKey) =>
      Object.values(byKey).flatMap(({ topic, titled }) => (titled > 0 ? [topic] : [])),
    ),
  },
});

export const { interestTaken, interestLost } = interestSlice.actions;
export const { selectInterests, selectTitleInterests } = interestSlice.selectors;

/** While it is mounted: null for nothing. The topic may be written anew with every render. What is in the title goes on unseen. */
export function useInterest(topic: FollowedTopic | null, { inTitle = false } = {}): void {
  const dispatch = useDispatch();
  // As a text it is the same as long as it says the same.
  const written = topic && JSON.stringify(topic);
  useEffect(() => {
    if (written === null) return;
    const taken: Taken = { topic: JSON.parse(written) as FollowedTopic, inTitle };
    dispatch(interestTaken(taken));
    return () => void dispatch(interestLost(taken));
  }, [dispatch, written, inTitle]);
}
