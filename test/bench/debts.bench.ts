/*
 * How long debts that are due all at once keep the process from everything else: the fee levels of 100,000 members, all of which
 * change at one midnight, on the embedded journal with the live views behind it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Command } from '../../server/core/command';
import { openEngine, type Engine } from '../../server/engine/engine';
import type { CommandEnvelope } from '../../server/engine/port';
import { openJournal } from '../../server/journal/source';
import { LiveViews } from '../../server/views/live/live-views';
import { dayOf, dayStart } from '../../shared/rules/days';
import { insider } from '../tools/insider';
import { submitAll } from './drive';
import { FIRST_USER, limit, MIDDLE_TICKS, opening } from './orders-stream';
import { median, spreadOf, type BenchTable } from './table';

const ROUNDS = 5;
const MEMBERS = 100_000;
const NANOSECONDS = 1e6;
const BEGAN_AT = 1_760_000_000_000;

/** The market and its first two members; the others are made here, with no more than their one trade takes. */
function* trades(members: number): Generator<CommandEnvelope> {
  yield* opening(2);
  for (let index = 2; index < members; index++) {
    const user = FIRST_USER + index;
    const asset = index % 2 === 0 ? 'BTC' : 'USDT';
    const commands: Command[] = [
      { type: 'RegisterMember', user },
      { type: 'VerifyMember', user },
      { type: 'CreditRecharge', user, asset, amount: 1_000_000_000n, reference: `bench/${user}` },
    ];
    for (const command of commands) yield { actor: insider(command), command };
  }
  yield tiers(1n);
  for (let index = 0; index < members; index += 2) {
    yield limit(FIRST_USER + index, 'sell', MIDDLE_TICKS, 1);
    yield limit(FIRST_USER + index + 1, 'buy', MIDDLE_TICKS, 1);
  }
}

/** What everybody traded is 100 units of BTC: below the one table, above the other. */
function tiers(needed: bigint): CommandEnvelope {
  const command: Command = { type: 'SetFeeTiers', product: 'spot', volumes: [0n, needed], reason: 'bench' };
  return { actor: insider(command), command };
}

async function untilReckoned(engine: Engine, day: number): Promise<void> {
  while (engine.state().fees.spot.reckoned < day) await new Promise((resolve) => setTimeout(resolve, 5));
}

export async function runDebtsBench(members = MEMBERS): Promise<BenchTable> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-debts-'));
  const { journal } = await openJournal({ kind: 'embedded', directory, core: 'bench' });
  let now = BEGAN_AT;
  const engine = await openEngine({ journal, snapshots: null, pendingMax: 8_192, clock: () => now });
  const live = new LiveViews();
  const subscription = journal.subscribe(
    -1,
    (batches) => live.fold(batches.map(({ batch }) => batch)),
    (error) => {
      throw error;
    },
  );
  try {
    await submitAll(engine, trades(members), 4_096);
    const pauses: number[] = [];
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Another table each day, so that every level is another one.
      await submitAll(engine, [tiers(round % 2 === 0 ? 1n : 10_000_000n)], 1);
      const day = dayOf(now);
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const started = performance.now();
      now = dayStart(day + 1);
      await submitAll(engine, [limit(FIRST_USER, 'buy', 1, 1)], 1);
      await untilReckoned(engine, day);
      seconds.push((performance.now() - started) / 1000);
      delay.disable();
      pauses.push(delay.max / NANOSECONDS);
    }
    return {
      title: `Fee levels of ${members} members due at once`,
      columns: ['what', 'median', 'spread'],
      rows: [
        ['longest pause of the event loop, ms', median(pauses).toFixed(1), spreadOf(pauses)],
        ['from midnight until all are set, seconds', median(seconds).toFixed(2), spreadOf(seconds)],
      ],
      notes: [`Of ${ROUNDS} midnights in one process; the goal is a pause of at most 50 ms.`],
    };
  } finally {
    await subscription.close();
    await engine.close();
    await journal.close();
    rmSync(directory, { recursive: true });
  }
}
