import fc from 'fast-check';
import { PER_TICK_LOT, positionOf, RISK, usdt } from '../../../../test/tools/fixtures/perpetual-terms';
import { profitAt, type PositionSide } from '../../../../shared/products/perpetual/rules/position';
import { maintenanceMarginAt } from '../../../../shared/products/perpetual/rules/maintenance-margin';
import { CALL_LEVELS, MarginCalls, type CallPosition } from './margin-calls';

const MARKET = 'BTC-USDT-PERP';
const held = (id: number, side: PositionSide, lots: number, price: string, margin: bigint): CallPosition => {
  return { id, user: 100 + id, market: MARKET, position: positionOf(side, lots, price), margin };
};
/** Requirement as a percentage of the cover. */
function ratioAt({ position, margin }: CallPosition, mark: number): number {
  const cover = margin + profitAt(position, mark);
  if (cover <= 0n) return Infinity;
  return Number((maintenanceMarginAt(RISK, position, mark) * 1_000_000n) / cover) / 10_000;
}
/** The highest mark at which a long's ratio reaches this percentage. */
function markOf(long: CallPosition, percent: number): number {
  let ticks = 500_000;
  while (ratioAt(long, ticks) < percent) ticks--;
  return ticks;
}

describe('margin calls', () => {
  const long = held(1, 'long', 100, '50,000.0', usdt('250'));
  const watching = (): MarginCalls => {
    const calls = new MarginCalls(() => RISK);
    calls.put(long);
    return calls;
  };
  const levelsAt = (calls: MarginCalls, ...marks: number[]) =>
    marks.map((mark) => calls.callsAtMark(MARKET, mark).map(({ level }) => level));
  const [at70, at85, at95] = CALL_LEVELS.map((level) => markOf(long, level));

  it('come at each level’s tick and not before', () => {
    expect(levelsAt(watching(), 500_000, at70 + 1, at70, at70, at85 + 1, at85, at95 + 1, at95, at95 - 1)).toEqual([
      ...[[], [], [70], [], [], [85], [], [95], []],
    ]);
    expect(watching().callsAtMark(MARKET, at85)).toEqual([
      { id: 1, user: 101, market: MARKET, side: 'long', level: 85 },
    ]);
  });

  it('have the highest level that one mark passes', () => {
    expect(levelsAt(watching(), at95)).toEqual([[95]]);
  });

  it('repeat only after the ratio was ten points below', () => {
    const at75 = markOf(long, 75);
    expect(levelsAt(watching(), at85, at75, at85, at75 + 1, at85)).toEqual([[85], [], [], [], [85]]);
    expect(levelsAt(watching(), at85, 500_000, at70)).toEqual([[85], [], [70]]);
  });

  it('follow a changed position and end with it', () => {
    const calls = watching();
    expect(levelsAt(calls, at70)).toEqual([[70]]);
    calls.put({ ...long, margin: long.margin + usdt('100') });
    expect(levelsAt(calls, at70, at95)).toEqual([[], []]);
    calls.put(long);
    expect(levelsAt(calls, at95)).toEqual([[95]]);
    calls.remove(long);
    expect(levelsAt(calls, 500_000, at95)).toEqual([[], []]);
  });

  it('do not repeat levels reached before the start', () => {
    const calls = watching();
    calls.checkAll(MARKET, at85);
    expect(levelsAt(calls, at85, at95)).toEqual([[], [95]]);
  });

  it('equal a check of every position at every mark', () => {
    const position = fc
      .record({
        side: fc.constantFrom<PositionSide>('long', 'short'),
        lots: fc.integer({ min: 1, max: 60_000 }),
        leverage: fc.integer({ min: 2, max: 100 }),
      })
      .map(({ side, lots, leverage }) => ({
        side,
        lots,
        margin: (BigInt(lots) * PER_TICK_LOT * 500_000n) / BigInt(leverage),
      }));
    const marks = fc.array(fc.integer({ min: 480_000, max: 520_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(position, { minLength: 1, maxLength: 6 }), marks, (wishes, path) => {
        const all = wishes.map(({ side, lots, margin }, id) => held(id, side, lots, '50,000.0', margin));
        const calls = new MarginCalls(() => RISK);
        for (const one of all) calls.put(one);
        const told = new Map<number, number>();
        for (const mark of path) {
          const expected = all.flatMap((one) => {
            const ratio = ratioAt(one, mark);
            const before = told.get(one.id) ?? 0;
            const reached = CALL_LEVELS.filter((level) => ratio >= level).at(-1) ?? 0;
            const kept = CALL_LEVELS.filter((level) => level <= before && ratio >= level - 10).at(-1) ?? 0;
            told.set(one.id, Math.max(reached, kept));
            return reached > before ? [[one.id, reached]] : [];
          });
          const heard = calls.callsAtMark(MARKET, mark).map(({ id, level }) => [id, level]);
          expect(heard.sort(([one], [other]) => one - other)).toEqual(expected);
        }
      }),
      { numRuns: 300 },
    );
  });
});
