/** Mark prices of the watched contracts, with funding and open interest. */
import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { CLOSING_MS } from '../../../../../shared/products/perpetual/rules/mark';
import type { ContractMark } from '../../../../../shared/products/perpetual/stream';
import { createChannel, type ChannelState } from '../../stream/channel';
import { areCanonical } from '../../stream/decimals';
import { interestLost, interestTaken, useInterest } from '../../stream/interest';
import { keyOf } from '../../stream/stream-events';
import { useSelected } from '../../lib/hooks/use-selected';

interface Known {
  mark: ContractMark | null;
}

type MarksState = ChannelState<Known, ContractMark>;

const topicOf = (market: string) => keyOf({ channel: 'mark', market });

export const marksSlice = createChannel<'marks', Known, ContractMark, ContractMark>({
  name: 'marks',
  channel: 'mark',
  unknown: { mark: null },
  keyOf: ({ market }) => topicOf(market),
  ofSnapshot: (mark) => (isMark(mark) ? { mark } : null),
  /** Each message is complete, so gaps are harmless; older messages are ignored. */
  after: (current, mark) => {
    if (!isMark(mark)) return null;
    return current.mark !== null && mark.position < current.mark.position ? current : { mark };
  },
});

type State = { marks: MarksState };
const selectMarks = ({ marks }: State) => marks;
const selectMark = (state: State, market: string | null) =>
  market === null ? undefined : (marksSlice.select(state, topicOf(market)).mark ?? undefined);
const selectIsLive = (state: State, market: string | null) =>
  market !== null && marksSlice.select(state, topicOf(market)).liveness.phase === 'live';

/** Mark of a market; undefined for null and before the first message. */
export function useMark(market: string | null): ContractMark | undefined {
  useInterest(market === null ? null : { channel: 'mark', market });
  return useSelected(selectMark, market);
}

/** True while the stream is live; false for null. */
export function useIsMarkLive(market: string | null): boolean {
  return useSelected(selectIsLive, market);
}

/** Marks by market name. The list may be a new object with every render. */
export function useMarks(markets: readonly string[]): Readonly<Record<string, ContractMark | undefined>> {
  const marketsKey = useMarkSubscriptions(markets);
  const marks = useSelector(selectMarks);
  return useMemo(
    () =>
      Object.fromEntries(
        namesIn(marketsKey).map((market) => [market, marksSlice.select({ marks }, topicOf(market)).mark ?? undefined]),
      ),
    [marks, marketsKey],
  );
}

/**
 * Markets in which opening is paused: the mark is stale or was recently, or the market is about to settle at its end. The list may be a new
 * object with every render. Returns the same set while its content is unchanged.
 */
export function usePausedMarks(
  markets: readonly string[],
  endOf: (market: string) => number | null,
): ReadonlySet<string> {
  const marketsKey = useMarkSubscriptions(markets);
  const paused = useSelector((state: { marks: MarksState }) =>
    namesIn(marketsKey)
      .filter((market) => isPaused(marksSlice.select(state, topicOf(market)).mark, endOf(market)))
      .join(' '),
  );
  return useMemo(() => new Set(namesIn(paused)), [paused]);
}

function isPaused(mark: ContractMark | null, endsAt: number | null): boolean {
  if (mark === null) return false;
  return mark.isStale || mark.closeOnlyUntil !== null || (endsAt !== null && mark.asOf >= endsAt - CLOSING_MS);
}

/** Subscribes to the markets. Returns their sorted names as one text, equal for equal sets. */
function useMarkSubscriptions(markets: readonly string[]): string {
  const dispatch = useDispatch();
  const marketsKey = [...new Set(markets)].sort().join(' ');
  useEffect(() => {
    const topics = namesIn(marketsKey).map((market) => ({ topic: { channel: 'mark', market } as const }));
    for (const interest of topics) dispatch(interestTaken(interest));
    return () => topics.forEach((interest) => dispatch(interestLost(interest)));
  }, [dispatch, marketsKey]);
  return marketsKey;
}

function namesIn(marketsKey: string): string[] {
  return marketsKey.split(' ').filter((name) => name !== '');
}

/** True if all figures are canonical decimals. */
function isMark({ mark, index, p1, p2, openInterest, fundingRate, lastFundingRate }: ContractMark): boolean {
  const prices = [mark, index, p1, p2].filter((price) => price !== null);
  const rates = [fundingRate, lastFundingRate ?? '0'].map((rate) => rate.replace(/^-/, ''));
  return areCanonical(...prices, openInterest, ...rates);
}
