/** Robots in the canonical state. */
import { snapshotRow, snapshotRowsOf, type SnapshotRows } from '../../../core/product';
import { arrayOf, keyedRecordsRow, recordCodec, recordsRow } from '../../../core/snapshot/record-rows';
import type { RobotTerms } from './commands';
import type { RobotCounts } from './events';
import { noteRunning } from './evolve';
import type { Robot, RobotKey, RobotsState, RobotStep } from './state';

const NEXT = snapshotRow<[is: 'robot-next', next: number, nextKey: number]>(
  'robot-next',
  function* ({ robots }) {
    yield ['robot-next', robots.next, robots.nextKey];
  },
  ({ robots }, [, next, nextKey]) => {
    robots.next = next;
    robots.nextKey = nextKey;
  },
);

const TERMS = recordCodec<RobotTerms>()('market', 'state', '#amountMin', '#userMax');
const KEY = recordCodec<RobotKey>()('number', 'hash', 'by', 'issuedAt');
const COUNTS = recordCodec<RobotCounts>()(
  'trades',
  ...(['#bought', '#paid', '#sold', '#received', '#feesBase', '#feesQuote', '#realised'] as const),
);
const STEP = recordCodec<RobotStep>()('#quote', '#base', 'order');
const ROBOT = recordCodec<Robot, 'rule'>({ rule: 1 })(
  ...(['id', 'user', 'market'] as const),
  ['#amount', 'lossLimitPpb', 'quoteHold', 'baseHold'],
  ['lower', 'upper', 'lines'],
  ['phase', 'reason', 'reachedAt'],
  ['startedAt', 'startedBatch', 'cycle', 'cycleEndsAt', 'nextAt'],
  '#cost',
  { counts: COUNTS },
  { before: COUNTS },
  { steps: arrayOf(STEP) },
);

const ROBOTS: SnapshotRows<RobotsState> = {
  next: NEXT,
  nextKey: 'with next',
  terms: recordsRow('robot-terms', ({ robots }) => robots.terms, TERMS, { key: ({ market }) => market }),
  keys: keyedRecordsRow('robot-key', ({ robots }) => robots.keys, KEY),
  running: recordsRow('robot', ({ robots }) => robots.running, ROBOT, { key: ({ id }) => id, note: noteRunning }),
  byUser: 'derived',
  byMarket: 'derived',
  due: 'derived',
  stops: 'derived',
};

export const robotSnapshotRows = snapshotRowsOf(ROBOTS);
