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
  fundingDue: number,
  closing: [mark: number, at: number, premiumSum: string, premiumMs: number] | null,
  run: number,
  tradedAt: number,
  closeOnlyUntil: number,
  samples: [at: number, ms: number, basis: number][],
];

const trackLine = lineRow<TrackLine>(
  'mark_track',
  function* ({ marks }) {
    for (const [market, track] of sorted(marks.tracks)) {
      const { premiumSum, premiumMs, ratePpb, fundingDue, closing, run, tradedAt, closeOnlyUntil } = track;
      const closed: TrackLine[6] = closing && [closing.mark, closing.at, `${closing.premiumSum}`, closing.premiumMs];
      const samples = track.samples.map(({ at, ms, basis }): [number, number, number] => [at, ms, basis]);
      yield [
        'mark_track',
        market,
        `${premiumSum}`,
        premiumMs,
        ratePpb,
        fundingDue,
        closed,
        run,
        tradedAt,
        closeOnlyUntil,
        samples,
      ];
    }
  },
  (
    { marks },
    [, market, premiumSum, premiumMs, ratePpb, fundingDue, closed, run, tradedAt, closeOnlyUntil, samples],
  ) => {
    marks.tracks.set(market, {
      samples: samples.map(([at, ms, basis]) => ({ at, ms, basis })),
      premiumSum: BigInt(premiumSum),
      premiumMs,
      ratePpb,
      fundingDue,
      closing: closed && {
        mark: closed[0],
        at: closed[1],
        premiumSum: BigInt(closed[2]),
        premiumMs: closed[3],
      },
      run,
      tradedAt,
      closeOnlyUntil,
    });
  },
);

const MARKS: Told<MarksState> = { tracks: trackLine, funded: 'derived' };

export const marksLines = linesOf(MARKS);
