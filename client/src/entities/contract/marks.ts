/** What contracts are valued at: the marks of those that are being watched, with funding and open interest. */
import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { CLOSING_MS } from '../../../../shared/products/perpetual/rules/mark';
import type { ContractMark } from '../../../../shared/products/perpetual/stream';
import { createChannel, type ChannelState } from '../../shared/stream/channel';
import { areCanonical } from '../../shared/stream/decimals';
import { interestLost, interestTaken, useInterest } from '../../shared/stream/interest';
import { keyOf } from '../../shared/stream/stream-events';
import { useSelected } from '../../shared/lib/hooks/use-selected';

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
  /** Whole figures, so a missing one is no gap; what is older than what is known is ignored. */
  after: (known, mark) => {
    if (!isMark(mark)) return null;
    return known.mark !== null && mark.position < known.mark.position ? known : { mark };
  },
});

type State = { marks: MarksState };
const selectMarks = ({ marks }: State) => marks;
const selectMark = (state: State, market: string | null) =>
  market === null ? undefined : (marksSlice.select(state, topicOf(market)).mark ?? undefined);
const selectIsLive = (state: State, market: string | null) =>
  market !== null && marksSlice.select(state, topicOf(market)).liveness.phase === 'live';

/** Undefined until the stream has told it, and for null. */
export function useMark(market: string | null): ContractMark | undefined {
  useInterest(market === null ? null : { channel: 'mark', market });
  return useSelected(selectMark, market);
}

/** Whether the stream tells of it now; false for null. */
export function useIsMarkLive(market: string | null): boolean {
  return useSelected(selectIsLive, market);
}

/** Of several markets, by name. The list may be written anew with every render. */
export function useMarks(markets: readonly string[]): Readonly<Record<string, ContractMark | undefined>> {
  const written = useWatched(markets);
  const marks = useSelector(selectMarks);
  return useMemo(
    () =>
      Object.fromEntries(
        namesIn(written).map((market) => [market, marksSlice.select({ marks }, topicOf(market)).mark ?? undefined]),
      ),
    [marks, written],
  );
}

/**
 * Those of several markets in which nothing is opened by the mark there is: it is out of date, or was until a moment ago, or it
 * is on its way to what settles everybody at its market's end. The list may be written anew with every render; what is given is the
 * same as long as they are.
 */
export function usePausedMarks(
  markets: readonly string[],
  endOf: (market: string) => number | null,
): ReadonlySet<string> {
  const written = useWatched(markets);
  const paused = useSelector((state: { marks: MarksState }) =>
    namesIn(written)
      .filter((market) => isPaused(marksSlice.select(state, topicOf(market)).mark, endOf(market)))
      .join(' '),
  );
  return useMemo(() => new Set(namesIn(paused)), [paused]);
}

function isPaused(mark: ContractMark | null, endsAt: number | null): boolean {
  if (mark === null) return false;
  return mark.isStale || mark.closeOnlyUntil !== null || (endsAt !== null && mark.asOf >= endsAt - CLOSING_MS);
}

/** Their names, sorted, as one text: the same for the same markets. */
function useWatched(markets: readonly string[]): string {
  const dispatch = useDispatch();
  const written = [...new Set(markets)].sort().join(' ');
  useEffect(() => {
    const topics = namesIn(written).map((market) => ({ topic: { channel: 'mark', market } as const }));
    for (const taken of topics) dispatch(interestTaken(taken));
    return () => topics.forEach((taken) => dispatch(interestLost(taken)));
  }, [dispatch, written]);
  return written;
}

function namesIn(written: string): string[] {
  return written.split(' ').filter((name) => name !== '');
}

/** Whether its figures are written as agreed. */
function isMark({ mark, index, p1, p2, openInterest, fundingRate, lastFundingRate }: ContractMark): boolean {
  const prices = [mark, index, p1, p2].filter((price) => price !== null);
  const rates = [fundingRate, lastFundingRate ?? '0'].map((rate) => rate.replace(/^-/, ''));
  return areCanonical(...prices, openInterest, ...rates);
}
