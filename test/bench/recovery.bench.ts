/*
 * How fast a history comes back: replaying every event beside the rate at which the same events were written, and a
 * restart from a snapshot with a tail behind it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../server/engine/engine';
import { recover } from '../../server/engine/recovery';
import { writeSnapshot } from '../../server/engine/snapshot-files';
import { openJournal } from '../../server/journal/source';
import { drive, submitAll } from './drive';
import { Mix, opening, resting } from './orders-stream';
import { median, rateText, spreadOf, type BenchTable } from './table';

const ROUNDS = 5;
const USERS = 10_000;
const RESTING = 100_000;
const TAIL_EVENTS = 100_000;
const IN_FLIGHT = 1_024;

interface RecoveryFigures {
  writtenPerSecond: number;
  replayedPerSecond: number;
  restartSeconds: number;
}

async function measure(): Promise<RecoveryFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-recovery-'));
  const config = { kind: 'embedded', directory: join(directory, 'journal'), core: 'bench' } as const;
  const snapshots = join(directory, 'snapshots');
  try {
    const { journal } = await openJournal(config);
    const engine = await openEngine({ journal, snapshots: null, pendingMax: 8_192 });
    await submitAll(engine, opening(USERS), 4_096);
    await submitAll(engine, resting(RESTING, USERS), 4_096);
    writeSnapshot(snapshots, engine.state(), journal.head().hash);
    const { position } = journal.head();
    const mix = new Mix(11, USERS);
    let seconds = 0;
    while (journal.head().position - position < TAIL_EVENTS) {
      seconds += (await drive(engine, mix, IN_FLIGHT, 10_000)).seconds;
    }
    const tail = journal.head().position - position;
    await engine.close();
    await journal.close();

    const restarting = performance.now();
    const reopening = openJournal(config);
    await recover(
      reopening.then(({ journal: opened }) => opened),
      snapshots,
    );
    const again = await reopening;
    const restartSeconds = (performance.now() - restarting) / 1000;

    const replaying = performance.now();
    const all = await recover(again.journal, null);
    const replaySeconds = (performance.now() - replaying) / 1000;
    await again.journal.close();
    return {
      writtenPerSecond: tail / seconds,
      replayedPerSecond: (all.state.position + 1) / replaySeconds,
      restartSeconds,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function runRecoveryBench(): Promise<BenchTable> {
  const figures: RecoveryFigures[] = [];
  for (let round = 0; round < ROUNDS; round++) figures.push(await measure());
  const written = figures.map((figure) => figure.writtenPerSecond);
  const replayed = figures.map((figure) => figure.replayedPerSecond);
  const restarts = figures.map((figure) => figure.restartSeconds);
  return {
    title: 'Replay and restart',
    columns: ['what', 'median', 'spread', 'ratio'],
    rows: [
      ['events written a second, 1,024 in flight', rateText(median(written)), spreadOf(written), ''],
      [
        'events replayed a second',
        rateText(median(replayed)),
        spreadOf(replayed),
        (median(replayed) / median(written)).toFixed(2),
      ],
      ['restart from snapshot + tail, seconds', median(restarts).toFixed(2), spreadOf(restarts), ''],
    ],
    notes: [
      `snapshot of ${USERS} users and ${RESTING} resting orders, ${TAIL_EVENTS} events behind it; journal check included`,
    ],
  };
}
