/** What publications left behind, in the canonical state. */
import { sorted } from '../folding';
import { restoredTraded, toldTraded, type ToldTraded } from '../market/lines';
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
  closeOnlyUntil: number,
  samples: [at: number, ms: number, basis: number][],
];

const trackLine = lineRow<TrackLine>(
  'mark_track',
  function* ({ marks }) {
    for (const [market, track] of sorted(marks.tracks)) {
      const { premiumSum, premiumMs, ratePpb, fundingDue, closing, run, closeOnlyUntil } = track;
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
        closeOnlyUntil,
        samples,
      ];
    }
  },
  ({ marks }, [, market, premiumSum, premiumMs, ratePpb, fundingDue, closed, run, closeOnlyUntil, samples]) => {
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
      closeOnlyUntil,
    });
  },
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

const MARKS: Told<MarksState> = { tracks: trackLine, young: youngLine, traded: tradedLine, funded: 'derived' };

export const marksLines = linesOf(MARKS);
