/*
 * The longest pause of the event loop while much work is due at once: the fee levels of 100,000 members, which all
 * change at one midnight; 80,000 triggers reached by one trade; and read models that are rebuilt beside orders. On the
 * embedded journal, with the live views.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Command } from '../../server/core/command';
import { nextReached } from '../../server/core/market/reached-triggers';
import { openEngine, type Engine } from '../../server/engine/engine';
import type { CommandEnvelope } from '../../server/engine/port';
import { openJournal, type OpenedJournal } from '../../server/journal/source';
import { LiveViews } from '../../server/views/live/live-views';
import { dayOf, dayStart } from '../../shared/rules/days';
import { systemActorFor } from '../tools/fixtures/system-actor';
import { drive, driveFor, submitAll } from './drive';
import { FIRST_USER, limit, MARKET, MIDDLE_TICKS, Mix, opening } from './orders-stream';
import type { StartProjector } from './pipeline.bench';
import { median, spreadOf, type BenchTable } from './table';

const ROUNDS = 5;
const MEMBERS = 100_000;
const TRIGGERS = 80_000;
/** Orders in the journal whose read models are rebuilt, and how long this is observed. */
const REBUILT_ORDERS = 100_000;
const REBUILD_SECONDS = 5;
const IN_FLIGHT = 64;
const NANOSECONDS = 1e6;
const BEGAN_AT = 1_760_000_000_000;

/** Result of one kind of load, one value per round. */
interface Paused {
  pausesMs: number[];
  seconds: number[];
}

interface Loaded {
  engine: Engine;
  opened: OpenedJournal;
  directory: string;
  setNow: (now: number) => void;
}

async function withEngine<T>(work: (loaded: Loaded) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-pauses-'));
  const opened = await openJournal({ kind: 'embedded', directory: join(directory, 'journal'), core: 'bench' });
  const { journal } = opened;
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
    return await work({ engine, opened, directory, setNow: (asked) => (now = asked) });
  } finally {
    await subscription.close();
    await engine.close();
    await journal.close();
    rmSync(directory, { recursive: true });
  }
}

/** Duration of `work`, and the longest time in which nothing else could run. */
async function watched({ pausesMs, seconds }: Paused, work: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  await work();
  seconds.push((performance.now() - started) / 1000);
  delay.disable();
  pausesMs.push(delay.max / NANOSECONDS);
}

/**
 * The market and its first two members from the common opening. The others are created here, with just enough for their
 * one trade.
 */
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
    for (const command of commands) yield { actor: systemActorFor(command), command };
  }
  yield tiers(1n);
  for (let index = 0; index < members; index += 2) {
    yield limit(FIRST_USER + index, 'sell', MIDDLE_TICKS, 1);
    yield limit(FIRST_USER + index + 1, 'buy', MIDDLE_TICKS, 1);
  }
}

/** Everybody traded 100 units of BTC: above one threshold, below the other. */
function tiers(needed: bigint): CommandEnvelope {
  const command: Command = { type: 'SetFeeTiers', product: 'spot', volumes: [0n, needed], reason: 'bench' };
  return { actor: systemActorFor(command), command };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function feeLevels(members: number): Promise<Paused> {
  return withEngine(async ({ engine, setNow }) => {
    await submitAll(engine, trades(members), 4_096);
    const paused: Paused = { pausesMs: [], seconds: [] };
    for (let round = 0; round < ROUNDS; round++) {
      // The table alternates each day, so that every level changes.
      await submitAll(engine, [tiers(round % 2 === 0 ? 1n : 10_000_000n)], 1);
      const day = dayOf(engine.state().at);
      await watched(paused, async () => {
        setNow(dayStart(day + 1));
        await submitAll(engine, [limit(FIRST_USER, 'buy', 1, 1)], 1);
        await until(() => engine.state().fees.spot.reckoned >= day);
      });
    }
    return paused;
  });
}

/**
 * Stop-limits of one seller that are triggered by a trade at `REACHED`. They rest above it, and are cancelled before
 * the next round.
 */
const REACHED = MIDDLE_TICKS - 100;
function* stops(count: number): Generator<CommandEnvelope> {
  for (let index = 0; index < count; index++) {
    const { command, ...rest } = limit(FIRST_USER + 2, 'sell', MIDDLE_TICKS + 1_000 + (index % 1_000), 1);
    yield { ...rest, command: { ...command, kind: 'stop_limit', trigger: REACHED } as Command };
  }
}

function triggers(count: number): Promise<Paused> {
  return withEngine(async ({ engine }) => {
    await submitAll(engine, opening(3), 4_096);
    const paused: Paused = { pausesMs: [], seconds: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const trade = (price: number): CommandEnvelope[] => [
        limit(FIRST_USER, 'buy', price, 1),
        limit(FIRST_USER + 1, 'sell', price, 1),
      ];
      await submitAll(engine, trade(MIDDLE_TICKS), 1);
      await submitAll(engine, stops(count), 4_096);
      await watched(paused, async () => {
        await submitAll(engine, trade(REACHED), 1);
        await until(() => nextReached(engine.state().reached) === null);
      });
      await cancelAll(engine, FIRST_USER + 2);
    }
    return paused;
  });
}

async function cancelAll(engine: Engine, user: number): Promise<void> {
  const command: Command = { type: 'CancelAllOrders', user, market: MARKET };
  while ((engine.state().members.get(user)?.openOrders.size ?? 0) > 0)
    await submitAll(engine, [{ actor: `user/${user}`, command }], 1);
}

function rebuilds(orders: number, startProjector: StartProjector): Promise<Paused> {
  return withEngine(async ({ engine, opened, directory }) => {
    const users = 1_000;
    await submitAll(engine, opening(users), 4_096);
    const mix = new Mix(11, users);
    await drive(engine, mix, 1_024, orders);
    const paused: Paused = { pausesMs: [], seconds: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const dataDir = join(directory, `${round}`);
      await watched(paused, async () => {
        const projector = await startProjector(opened, dataDir, () => undefined);
        await driveFor(engine, mix, () => IN_FLIGHT, REBUILD_SECONDS);
        await projector.stop();
      });
    }
    return paused;
  });
}

interface PausesOptions {
  startProjector: StartProjector;
  members?: number;
  triggers?: number;
  rebuilt?: number;
}

export async function runPausesBench(options: PausesOptions): Promise<BenchTable> {
  const { startProjector, members = MEMBERS, triggers: reached = TRIGGERS, rebuilt = REBUILT_ORDERS } = options;
  const cases: [what: string, paused: Paused][] = [
    [`fee levels of ${members} members at midnight`, await feeLevels(members)],
    [`${reached} triggers that one trade reaches`, await triggers(reached)],
    [`read models anew from ${rebuilt} orders, beside ${IN_FLIGHT} in flight`, await rebuilds(rebuilt, startProjector)],
  ];
  return {
    title: 'The longest pause of the event loop',
    columns: ['what', 'longest pause ms', 'spread', 'seconds until all is done'],
    rows: cases.map(([what, { pausesMs, seconds }]) => [
      what,
      median(pausesMs).toFixed(1),
      spreadOf(pausesMs),
      median(seconds).toFixed(2),
    ]),
    notes: [`Of ${ROUNDS} rounds in one process; the goal is a pause of at most 50 ms.`],
  };
}
