/**
 * The demo as `main.ts` runs it: users, markets and a history before the exchange listens, trading from then on. It does
 * everything by the commands that users and staff have, and nothing else.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import type { Application } from '../application';
import type { Config } from '../platform/config/config';
import type { OnStep } from '../platform/health/start-steps';
import type { Clock } from '../platform/tokens';
import type { IndexFeed } from '../workers/index/index-feed';
import { SAVINGS_MS, saveInThePast } from './past/alice-savings';
import { createDemoClock } from './demo-clock';
import { demoUsers, usersFile, type DemoUser } from './demo-users';
import { Desk, type Stage } from './past/desk';
import { liftStop, makeDifference } from './past/difference';
import { makeHistory } from './past/history';
import { makePastCandles } from './past/make-past-candles';
import { seedDemo } from './seed';
import { Sender } from './sender';
import { proposeFee, staffHistoryOf } from './past/staff-history';
import { Steps } from './steps';
import { fillBooks, startTrading, type Trading } from './at-work/trading';

export interface Demo {
  /** What the exchange is to be created with. */
  clock: Clock;
  demoUsers: readonly DemoUser[];
  /** Seeds what is not there yet; with that done before, little more than a look. Nothing may listen until it resolves. */
  prepare(application: Application): Promise<void>;
  /** From now on the markets move. */
  trade(): void;
  /** Ends whatever is under way; before the engine closes. */
  stop(): Promise<void>;
}

type DemoConfig = Pick<Config, 'dataDir' | 'demoSeed' | 'demoHistoryMinutes'>;

const MINUTE_MS = 60_000;
/** The read models are shown as they are if they take longer than this. */
const RECORDS_MS_MAX = 60_000;
const RECORDS_SAID_EVERY_MS = 1_000;
/** From the stop of withdrawals by a difference to its end. */
const DIFFERED_MS = 30 * MINUTE_MS;

export function createDemo(
  config: DemoConfig,
  say: (line: string) => void,
  real: Clock = Date.now,
  onStep: OnStep = () => undefined,
): Demo {
  const clock = createDemoClock(real);
  const historyMark = path.join(config.dataDir, 'demo-history');
  // Whatever a start tells the core, and what one that was killed has left due, comes before the rest of the history.
  const isBegun = existsSync(usersFile(config.dataDir)) || !existsSync(path.join(config.dataDir, 'journal'));
  const isSeeded = existsSync(path.join(config.dataDir, 'demo-seeded'));
  const historyMs = config.demoHistoryMinutes * MINUTE_MS;
  if (isBegun && !existsSync(historyMark) && historyMs > 0)
    clock.pretend(real() - historyMs - (isSeeded ? 0 : SAVINGS_MS));
  let isStopped = false;
  let stage: Stage | null = null;
  let feed: IndexFeed | null = null;
  let trading: Trading | null = null;

  async function prepare(application: Application): Promise<void> {
    const { exchange } = application;
    const { engine } = exchange;
    onStep('demo');
    // What the journal holds comes before the history: time does not run backwards.
    const from = Math.max(engine.state().at, real() - historyMs);
    const hasHistory = existsSync(historyMark) || from >= real();
    const savesFrom = real() - historyMs - SAVINGS_MS;
    if (!hasHistory) clock.pretend(Math.max(engine.state().at, savesFrom));
    const seeded = await seedDemo(application, config, say, {
      differ: async () => (hasHistory ? undefined : makeDifference(exchange)),
      save: async (saver, steps) => {
        if (hasHistory) return;
        clock.pretend(savesFrom + DIFFERED_MS);
        await liftStop(steps, exchange);
        await saveInThePast(engine, clock, saver, savesFrom);
        clock.pretend(from);
      },
    });
    const { traders, admins } = seeded;
    const alice = seeded.alice.id;
    const steps = new Steps({ commands: application.nest.get(CommandBus), engine, admins, isVisited: true, say });
    if (!hasHistory) clock.pretend(from);
    feed = indexFeedOf(exchange);
    stage = { engine, prices: feed, seed: config.demoSeed, traders };
    if (!hasHistory) {
      const said = tenths((done) => say(`demo: ${spanOf(config.demoHistoryMinutes)} of history ${done} %`));
      const progress = (done: number): void => {
        onStep('history', done);
        said(done);
      };
      const robotKeyHash = engine.state().robots.keys.get(alice)?.hash ?? null;
      const isEnough = () => isStopped;
      const staff = await staffHistoryOf(application, seeded, steps, { from, to: real() });
      const wish = { stage, clock, feed, alice, staff, robotKeyHash, from, progress, isStopped: isEnough };
      const made = await makeHistory(wish);
      if (!made) return;
      onStep('records', 0);
      await recordsOf(exchange, (done) => onStep('records', done), say);
      writeFileSync(historyMark, '');
    }
    clock.release();
    await proposeFee(application, steps, clock.now());
    const sender = new Sender(engine);
    await makePastCandles(application, stage);
    const publication = await feed.publication();
    if (publication) sender.send(publication);
    fillBooks(new Desk(stage, sender), clock.now());
    await sender.settled();
  }

  return {
    clock: clock.now,
    demoUsers: demoUsers(config.dataDir),
    prepare,
    trade() {
      if (!stage || isStopped) return;
      feed?.start();
      trading = startTrading(stage, clock.now, say);
    },
    async stop() {
      isStopped = true;
      await Promise.all([trading?.stop(), feed?.stop()]);
    },
  };
}

function indexFeedOf({ indexFeed }: Application['exchange']): IndexFeed {
  if (!indexFeed) throw new Error('the demo needs an exchange that was opened with DEMO=on');
  return indexFeed;
}

/** Screens show the history as soon as they show anything. */
async function recordsOf(
  { journal, progress }: Application['exchange'],
  hear: (done: number) => void,
  say: (line: string) => void,
): Promise<void> {
  const { position } = journal.head();
  const said = tenths((done) => say(`demo: records of the history ${done} %`));
  for (let waited = 0; waited < RECORDS_MS_MAX; waited += RECORDS_SAID_EVERY_MS) {
    const isReached = await progress.waitFor(position, RECORDS_SAID_EVERY_MS);
    const done = isReached ? 1 : progress.position() / position;
    hear(done);
    said(done);
    if (isReached) return;
  }
}

/** Calls `hear` with each new ten percent. */
function tenths(hear: (percent: number) => void): (done: number) => void {
  let heard = -1;
  return (done) => {
    const tenth = Math.floor(done * 10);
    if (tenth === heard) return;
    heard = tenth;
    hear(tenth * 10);
  };
}

function spanOf(minutes: number): string {
  return minutes === 1_440 ? 'a day' : `${minutes} minutes`;
}
