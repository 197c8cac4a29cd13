/**
 * Topics on the screen, which the page follows. Each component registers its stream while mounted; a topic is followed until its last
 * component unmounts.
 */
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { keyOf, type FollowedTopic } from './stream-events';

interface Interest {
  topic: FollowedTopic;
  /** Number of components that show it. */
  shown: number;
  /** Number of those in the tab's title, which is visible from other tabs. */
  titled: number;
}

interface InterestRequest {
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
    interestTaken: ({ byKey }, { payload }: PayloadAction<InterestRequest>) => {
      const { topic, inTitle } = payload;
      const key = keyOf(topic);
      const { shown, titled } = byKey[key] ?? { shown: 0, titled: 0 };
      return { byKey: { ...byKey, [key]: { topic, shown: shown + 1, titled: titled + (inTitle ? 1 : 0) } } };
    },
    interestLost: (state, { payload }: PayloadAction<InterestRequest>) => {
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

/**
 * Registers the topic while mounted; null for none. The topic may be a new object with every render. Topics in the title stay followed
 * while the tab is hidden.
 */
export function useInterest(topic: FollowedTopic | null, { inTitle = false } = {}): void {
  const dispatch = useDispatch();
  // As a key it is equal for equal topics.
  const written = topic && JSON.stringify(topic);
  useEffect(() => {
    if (written === null) return;
    const taken: InterestRequest = { topic: JSON.parse(written) as FollowedTopic, inTitle };
    dispatch(interestTaken(taken));
    return () => void dispatch(interestLost(taken));
  }, [dispatch, written, inTitle]);
}
