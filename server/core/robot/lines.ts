/** Robots in the canonical state. */
import type { RobotRule } from '../../../shared/rules/robot/grid';
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import type { RobotSale } from './commands';
import type { RobotCounts, RobotStop } from './events';
import { noteRunning } from './evolve';
import type { RobotPhase, RobotsState } from './state';

const nextLine = lineRow<[is: 'robot-next', next: number, nextKey: number]>(
  'robot-next',
  function* ({ robots }) {
    yield ['robot-next', robots.next, robots.nextKey];
  },
  ({ robots }, [, next, nextKey]) => {
    robots.next = next;
    robots.nextKey = nextKey;
  },
);

type TermsLine = [is: 'robot-terms', market: string, state: RobotSale, amountMin: string, userMax: string];

const termsLine = lineRow<TermsLine>(
  'robot-terms',
  function* ({ robots }) {
    for (const [market, { state, amountMin, userMax }] of sorted(robots.terms)) {
      yield ['robot-terms', market, state, `${amountMin}`, `${userMax}`];
    }
  },
  ({ robots }, [, market, state, amountMin, userMax]) => {
    robots.terms.set(market, { market, state, amountMin: BigInt(amountMin), userMax: BigInt(userMax) });
  },
);

type KeyLine = [is: 'robot-key', user: number, key: number, hash: string, by: number, issuedAt: number];

const keyLine = lineRow<KeyLine>(
  'robot-key',
  function* ({ robots }) {
    for (const [user, { number, hash, by, issuedAt }] of sorted(robots.keys)) {
      yield ['robot-key', user, number, hash, by, issuedAt];
    }
  },
  ({ robots }, [, user, number, hash, by, issuedAt]) => {
    robots.keys.set(user, { number, hash, by, issuedAt });
  },
);

type ToldCounts = [trades: number, ...amounts: string[]];
type RobotLine = [
  is: 'robot',
  id: number,
  user: number,
  market: string,
  stake: [amount: string, lossLimitPpb: number, quoteHold: number, baseHold: number],
  grid: [lower: number, upper: number, lines: number],
  phase: [phase: RobotPhase, reason: RobotStop | null, reachedAt: number | null],
  times: [startedAt: number, startedBatch: number, cycle: number, cycleEndsAt: number, nextAt: number],
  cost: string,
  counts: ToldCounts,
  before: ToldCounts,
  steps: [quote: string, base: string, order: number | null][],
  /** None for the first. */
  ...rule: RobotRule[],
];

const robotLine = lineRow<RobotLine>(
  'robot',
  function* ({ robots }) {
    for (const [id, robot] of sorted(robots.running)) {
      const { user, market, amount, lossLimitPpb, quoteHold, baseHold, lower, upper, lines } = robot;
      const { phase, reason, reachedAt, cost, counts, before, steps, rule } = robot;
      const { startedAt, startedBatch, cycle, cycleEndsAt, nextAt } = robot;
      yield [
        ...(['robot', id, user, market, [`${amount}`, lossLimitPpb, quoteHold, baseHold]] as const),
        ...([
          [lower, upper, lines],
          [phase, reason, reachedAt],
        ] as const),
        [startedAt, startedBatch, cycle, cycleEndsAt, nextAt],
        ...([`${cost}`, toldCounts(counts), toldCounts(before)] as const),
        steps.map(({ quote, base, order }) => [`${quote}`, `${base}`, order]),
        ...(rule === 1 ? [] : [rule]),
      ] as RobotLine;
    }
  },
  (state, [, id, user, market, stake, grid, phases, times, cost, counts, before, steps, rule = 1]) => {
    const [amount, lossLimitPpb, quoteHold, baseHold] = stake;
    const [lower, upper, lines] = grid;
    const [phase, reason, reachedAt] = phases;
    const [startedAt, startedBatch, cycle, cycleEndsAt, nextAt] = times;
    const robot = {
      ...{ id, user, market, amount: BigInt(amount), lossLimitPpb, quoteHold, baseHold, lower, upper, lines },
      ...{ phase, reason, reachedAt, startedAt, startedBatch, cycle, cycleEndsAt, nextAt, cost: BigInt(cost), rule },
      counts: restoredCounts(counts),
      before: restoredCounts(before),
      steps: steps.map(([quote, base, order]) => ({ quote: BigInt(quote), base: BigInt(base), order })),
    };
    state.robots.running.set(id, robot);
    noteRunning(state, robot);
  },
);

function toldCounts({ trades, bought, paid, sold, received, feesBase, feesQuote, realised }: RobotCounts): ToldCounts {
  return [trades, ...[bought, paid, sold, received, feesBase, feesQuote, realised].map(String)];
}

function restoredCounts([trades, ...amounts]: ToldCounts): RobotCounts {
  const [bought, paid, sold, received, feesBase, feesQuote, realised] = amounts.map(BigInt);
  return { trades, bought, paid, sold, received, feesBase, feesQuote, realised };
}

const ROBOTS: Told<RobotsState> = {
  next: nextLine,
  nextKey: 'with next',
  terms: termsLine,
  keys: keyLine,
  running: robotLine,
  byUser: 'derived',
  byMarket: 'derived',
  due: 'derived',
  stops: 'derived',
};

export const robotLines = linesOf(ROBOTS);
