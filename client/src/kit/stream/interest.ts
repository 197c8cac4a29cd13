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
  shownCount: number;
  /** Number of those in the tab's title, which is visible from other tabs. */
  titledCount: number;
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
      const { shownCount, titledCount } = byKey[key] ?? { shownCount: 0, titledCount: 0 };
      return {
        byKey: { ...byKey, [key]: { topic, shownCount: shownCount + 1, titledCount: titledCount + (inTitle ? 1 : 0) } },
      };
    },
    interestLost: (state, { payload }: PayloadAction<InterestRequest>) => {
      const key = keyOf(payload.topic);
      const interest = state.byKey[key];
      if (!interest) return state;
      const { [key]: _, ...others } = state.byKey;
      if (interest.shownCount === 1) return { byKey: others };
      const titledCount = interest.titledCount - (payload.inTitle ? 1 : 0);
      return { byKey: { ...others, [key]: { ...interest, shownCount: interest.shownCount - 1, titledCount } } };
    },
  },
  selectors: {
    selectInterests: createSelector([({ byKey }: InterestState) => byKey], (byKey) =>
      Object.values(byKey).map(({ topic }) => topic),
    ),
    selectTitleInterests: createSelector([({ byKey }: InterestState) => byKey], (byKey) =>
      Object.values(byKey).flatMap(({ topic, titledCount: titled }) => (titled > 0 ? [topic] : [])),
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
  const topicKey = topic && JSON.stringify(topic);
  useEffect(() => {
    if (topicKey === null) return;
    const interest: InterestRequest = { topic: JSON.parse(topicKey) as FollowedTopic, inTitle };
    dispatch(interestTaken(interest));
    return () => void dispatch(interestLost(interest));
  }, [dispatch, topicKey, inTitle]);
}
