/** Robots in the canonical state. */
import { lineRow, linesOf, type Told } from '../../../core/product';
import { each, entriesIn, record, recordsIn } from '../../../core/snapshot/records';
import type { RobotTerms } from './commands';
import type { RobotCounts } from './events';
import { noteRunning } from './evolve';
import type { Robot, RobotKey, RobotsState, RobotStep } from './state';

const NEXT = lineRow<[is: 'robot-next', next: number, nextKey: number]>(
  'robot-next',
  function* ({ robots }) {
    yield ['robot-next', robots.next, robots.nextKey];
  },
  ({ robots }, [, next, nextKey]) => {
    robots.next = next;
    robots.nextKey = nextKey;
  },
);

const TERMS = record<RobotTerms>()('market', 'state', '#amountMin', '#userMax');
const KEY = record<RobotKey>()('number', 'hash', 'by', 'issuedAt');
const COUNTS = record<RobotCounts>()(
  'trades',
  ...(['#bought', '#paid', '#sold', '#received', '#feesBase', '#feesQuote', '#realised'] as const),
);
const STEP = record<RobotStep>()('#quote', '#base', 'order');
const ROBOT = record<Robot, 'rule'>({ rule: 1 })(
  ...(['id', 'user', 'market'] as const),
  ['#amount', 'lossLimitPpb', 'quoteHold', 'baseHold'],
  ['lower', 'upper', 'lines'],
  ['phase', 'reason', 'reachedAt'],
  ['startedAt', 'startedBatch', 'cycle', 'cycleEndsAt', 'nextAt'],
  '#cost',
  { counts: COUNTS },
  { before: COUNTS },
  { steps: each(STEP) },
);

const ROBOTS: Told<RobotsState> = {
  next: NEXT,
  nextKey: 'with next',
  terms: recordsIn('robot-terms', ({ robots }) => robots.terms, TERMS, { key: ({ market }) => market }),
  keys: entriesIn('robot-key', ({ robots }) => robots.keys, KEY),
  running: recordsIn('robot', ({ robots }) => robots.running, ROBOT, { key: ({ id }) => id, note: noteRunning }),
  byUser: 'derived',
  byMarket: 'derived',
  due: 'derived',
  stops: 'derived',
};

export const robotLines = linesOf(ROBOTS);
