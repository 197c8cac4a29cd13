/** What publications left behind, in the canonical state. */
import { sorted } from '../../../../core/folding';
import { restoredTraded, toldTraded, type ToldTraded } from '../../../../core/market/lines';
import { lineRow, linesOf, type Told } from '../../../../core/product';
import { each, entriesIn, record } from '../../../../core/snapshot/records';
import type { Closing, MarksState, MarkTrack } from './state';

const CLOSING = record<Closing>()('mark', 'at', '#premiumSum', 'premiumMs');
const SAMPLE = record<MarkTrack['samples'][number]>()('at', 'ms', 'basis');
const TRACK = record<MarkTrack>()(
  ...(['#premiumSum', 'premiumMs', 'ratePpb', 'fundingDue'] as const),
  { closing: CLOSING },
  'run',
  'closeOnlyUntil',
  { samples: each(SAMPLE) },
);

const youngLine = lineRow<[is: 'mark_young', market: string, orders: number[]]>(
  'mark_young',
  function* ({ marks }) {
    for (const [market, young] of sorted(marks.young)) {
      if (young.size > 0) yield ['mark_young', market, [...young].sort((one, other) => one - other)];
    }
  },
  ({ marks }, [, market, orders]) => {
    marks.young.set(market, new Set(orders));
  },
);

/** Second by second. */
const tradedLine = lineRow<[is: 'mark_traded', market: string, seconds: ToldTraded]>(
  'mark_traded',
  function* ({ marks }) {
    for (const [market, traded] of sorted(marks.traded)) yield ['mark_traded', market, toldTraded(traded)];
  },
  ({ marks }, [, market, seconds]) => {
    marks.traded.set(market, restoredTraded(seconds));
  },
);

const MARKS: Told<MarksState> = {
  tracks: entriesIn('mark_track', ({ marks }) => marks.tracks, TRACK),
  young: youngLine,
  traded: tradedLine,
  funded: 'derived',
};

export const marksLines = linesOf(MARKS);
