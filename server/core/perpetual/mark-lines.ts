/** What publications left behind, in the canonical state. */
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import type { MarksState } from './mark-state';

type TrackLine = [
  is: 'mark_track',
  market: string,
  premiumSum: string,
  premiumMs: number,
  ratePpb: number,
  tradedAt: number,
  closeOnlyUntil: number,
  samples: [at: number, ms: number, basis: number][],
];

const trackLine = lineRow<TrackLine>(
  'mark_track',
  function* ({ marks }) {
    for (const [market, track] of sorted(marks.tracks)) {
      const { premiumSum, premiumMs, ratePpb, tradedAt, closeOnlyUntil } = track;
      const samples = track.samples.map(({ at, ms, basis }): [number, number, number] => [at, ms, basis]);
      yield ['mark_track', market, `${premiumSum}`, premiumMs, ratePpb, tradedAt, closeOnlyUntil, samples];
    }
  },
  ({ marks }, [, market, premiumSum, premiumMs, ratePpb, tradedAt, closeOnlyUntil, samples]) => {
    marks.tracks.set(market, {
      samples: samples.map(([at, ms, basis]) => ({ at, ms, basis })),
      premiumSum: BigInt(premiumSum),
      premiumMs,
      ratePpb,
      tradedAt,
      closeOnlyUntil,
    });
  },
);

const MARKS: Told<MarksState> = { tracks: trackLine };

export const marksLines = linesOf(MARKS);
