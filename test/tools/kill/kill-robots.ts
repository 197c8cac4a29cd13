/** Robots of two users reach their loss limit at once; each sells and returns its rest exactly once, despite kills. */
import { evolve, createState } from '../../../server/products/core';
import { journalDirectory } from '../../../server/journal/source';
import { Auditor } from '../../simulation/audits/invariants';
import { ALICE, BOB, CAROL, indexTerms, publish } from '../fixtures/core-fixture';
import { KillError, readJournalFiles } from './kill-journal';
import { killWhileDue, writeBeforehand, type KillDueOptions, type KillDueSummary } from './kill-due';
import { asks, bids, publishIndex, MARKET, robots, startRobot } from '../fixtures/robot-fixture';

const EACH = 10;
const ROBOTS = 2 * EACH;
/** Maximum duration of the rounds, because robots do not sell at a stale index. */
const STALE_MS = 86_400_000;

export async function killRobots(options: KillDueOptions): Promise<KillDueSummary> {
  const scenario = robots({ userMax: 1_000_000_000n });
  const { exchange } = scenario;
  // The killed processes use the machine's clock. The index is published at most once a second.
  exchange.now = Date.now() - 2_000;
  publishIndex(scenario.given(indexTerms({ symbol: MARKET, decimals: 1, sourcesMin: 1, staleMs: STALE_MS })), 1_000);
  exchange.now += 1_000;
  const starts = [BOB, CAROL].flatMap((user) => Array.from({ length: EACH }, () => startRobot(user)));
  // Every robot buys at its line from Alice, who bids for all of it below.
  const trade = [asks(1_001, 5, ALICE), ...starts, asks(1_000, 100 * ROBOTS, ALICE), bids(960, 100 * ROBOTS, ALICE)];
  await writeBeforehand(options.directory, scenario, [...trade, publish([100, 100, 100], exchange.now, MARKET)]);
  const summary = await killWhileDue(options, 'RobotEnded', ROBOTS);
  audit(options.directory);
  return summary;
}

/** Checks sums that no code of the exchange computed. */
function audit(directory: string): void {
  const auditor = new Auditor();
  const state = createState();
  const ended = new Map<number, string>();
  let sold = 0;
  for (const { batch } of readJournalFiles(journalDirectory(directory))) {
    auditor.follow(batch);
    evolve(state, batch);
    for (const event of batch.events) {
      if (event.type === 'RobotSold') sold++;
      if (event.type !== 'RobotEnded') continue;
      if (ended.has(event.robot)) throw new KillError(`robot ${event.robot} ended twice`);
      ended.set(event.robot, event.reason);
    }
  }
  auditor.compare(state);
  if (ended.size !== ROBOTS || [...ended.values()].some((reason) => reason !== 'loss')) {
    throw new KillError(`of ${ROBOTS} robots these ended: ${[...ended].join(' ')}`);
  }
  if (sold !== ROBOTS) throw new KillError(`${sold} sales`);
  const held = [...state.holds.values()].filter(({ reason }) => reason === 'robot');
  if (held.length > 0) throw new KillError(`${held.length} stakes are still held`);
}
