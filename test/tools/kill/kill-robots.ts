/** Robots of two users all reach their loss at once; each sells and gives back what is left, once, whatever is killed in between. */
import { evolve, createState } from '../../../server/products/core';
import { journalDirectory } from '../../../server/journal/source';
import { Auditor } from '../../simulation/audits/invariants';
import { ALICE, BOB, CAROL, indexTerms, publish } from '../fixtures/core-fixture';
import { KillError, readJournalFiles } from './kill';
import { killWhileDue, writeBeforehand, type KillDueOptions, type KillDueSummary } from './kill-due';
import { asks, bids, indexed, MARKET, robots, started } from '../fixtures/robot-fixture';

const EACH = 10;
const ROBOTS = 2 * EACH;
/** As long as the rounds may take: while the index is stale a robot sells nothing. */
const STALE_MS = 86_400_000;

export async function killRobots(options: KillDueOptions): Promise<KillDueSummary> {
  const scenario = robots({ userMax: 1_000_000_000n });
  const { exchange } = scenario;
  // The processes that are killed go by the clock of the machine. The index is told once a second at most.
  exchange.now = Date.now() - 2_000;
  indexed(scenario.given(indexTerms({ symbol: MARKET, decimals: 1, sourcesMin: 1, staleMs: STALE_MS })), 1_000);
  exchange.now += 1_000;
  const starts = [BOB, CAROL].flatMap((user) => Array.from({ length: EACH }, () => started(user)));
  // Every robot buys at its line below the price, and Alice would buy all of it back.
  const trade = [asks(1_001, 5, ALICE), ...starts, asks(1_000, 100 * ROBOTS, ALICE), bids(960, 100 * ROBOTS, ALICE)];
  await writeBeforehand(options.directory, scenario, [...trade, publish([100, 100, 100], exchange.now, MARKET)]);
  const summary = await killWhileDue(options, 'RobotEnded', ROBOTS);
  audit(options.directory);
  return summary;
}

/** By sums that no code of the exchange made. */
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
