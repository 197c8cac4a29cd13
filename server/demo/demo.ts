/**
 * The demo as run by `main.ts`: users, markets and a history before the exchange listens, and trading afterwards. It
 * uses only the commands of users and staff.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import type { Application } from '../application';
import type { Config } from '../platform/config/config';
import type { OnStep } from '../platform/health/start-steps';
import type { Clock } from '../platform/tokens';
import { PRODUCT_DEMOS } from '../products/api';
import type { IndexFeed } from '../workers/index/index-feed';
import { createDemoClock } from './demo-clock';
import { usersFile } from './demo-place';
import { demoUsers, type DemoUser } from './demo-users';
import { TradingDesk, type TradingContext } from './past/trading-desk';
import { liftStop, makeReconciliationDifference } from './past/difference';
import { makeHistory } from './past/history';
import { reportingSkipped } from './past/report-skipped';
import { makePastCandles } from './past/make-past-candles';
import { seedDemo } from './seed';
import { Sender } from './sender';
import { proposeFee, staffHistoryOf } from './past/staff-history';
import { Steps } from './steps';
import { fillBooks, startTrading, type Trading } from './at-work/trading';

export interface Demo {
  /** Clock for creating the exchange. */
  clock: Clock;
  demoUsers: readonly DemoUser[];
  /** Seeds everything missing; cheap if nothing is. Nothing may listen until it resolves. */
  prepare(application: Application): Promise<void>;
  /** Starts the trading. */
  trade(): void;
  /** Ends all work in progress; call it before the engine closes. */
  stop(): Promise<void>;
}

type DemoConfig = Pick<Config, 'dataDir' | 'demoSeed' | 'demoHistoryMinutes'>;

const MINUTE_MS = 60_000;
/** Time before the opening of the markets at which alice's past begins. */
const BEFORE_MS = Math.max(0, ...PRODUCT_DEMOS.map(({ before }) => before?.spanMs ?? 0));
/** Timeout in ms; afterwards the read models are shown as they are. */
const RECORDS_MS_MAX = 60_000;
const RECORDS_SAID_EVERY_MS = 1_000;
/** Time from a stop of withdrawals to its lift. */
const DIFFERED_MS = 30 * MINUTE_MS;

export function createDemo(
  config: DemoConfig,
  printLine: (line: string) => void,
  realClock: Clock = Date.now,
  onStep: OnStep = () => undefined,
): Demo {
  const clock = createDemoClock(realClock);
  const historyMark = path.join(config.dataDir, 'demo-history');
  // Commands of a start, and due items left by a killed one, come before the rest of the history.
  const isBegun = existsSync(usersFile(config.dataDir)) || !existsSync(path.join(config.dataDir, 'journal'));
  const isSeeded = existsSync(path.join(config.dataDir, 'demo-seeded'));
  const historyMs = config.demoHistoryMinutes * MINUTE_MS;
  if (isBegun && !existsSync(historyMark) && historyMs > 0)
    clock.setTime(realClock() - historyMs - (isSeeded ? 0 : BEFORE_MS));
  let isStopped = false;
  let context: TradingContext | null = null;
  let feed: IndexFeed | null = null;
  let trading: Trading | null = null;

  async function prepare(application: Application): Promise<void> {
    const { exchange } = application;
    const { engine } = exchange;
    onStep('demo');
    // The history continues after the journal's content: time does not run backwards.
    const from = Math.max(engine.state().at, realClock() - historyMs);
    const hasHistory = existsSync(historyMark) || from >= realClock();
    const savesFrom = realClock() - historyMs - BEFORE_MS;
    if (!hasHistory) clock.setTime(Math.max(engine.state().at, savesFrom));
    const seeded = await seedDemo(application, config, printLine, {
      makeDifference: async () => (hasHistory ? undefined : makeReconciliationDifference(exchange)),
      save: async (saver, steps) => {
        if (hasHistory) return;
        clock.setTime(savesFrom + DIFFERED_MS);
        await liftStop(steps, exchange);
        for (const { before } of PRODUCT_DEMOS)
          await before?.live(reportingSkipped(engine, saver, printLine), clock, saver, savesFrom);
        clock.setTime(from);
      },
    });
    const { traders, admins } = seeded;
    const alice = seeded.alice.id;
    const steps = new Steps({ commands: application.nest.get(CommandBus), engine, admins, isVisited: true, printLine });
    if (!hasHistory) clock.setTime(from);
    feed = indexFeedOf(exchange);
    context = { engine, prices: feed, seed: config.demoSeed, traders };
    if (!hasHistory) {
      const reportPercent = tenths((fraction) =>
        printLine(`demo: ${spanOf(config.demoHistoryMinutes)} of history ${fraction} %`),
      );
      const progress = (fraction: number): void => {
        onStep('history', fraction);
        reportPercent(fraction);
      };
      const isEnough = () => isStopped;
      const staff = await staffHistoryOf(application, seeded, steps, { from, to: realClock() });
      const historyContext = { ...context, engine: { ...engine, ...reportingSkipped(engine, alice, printLine) } };
      const historyOptions = { stage: historyContext, clock, feed, alice, staff, from, progress, isStopped: isEnough };
      const sendCounts = await makeHistory(historyOptions);
      if (!sendCounts) return;
      onStep('records', 0);
      await recordsOf(exchange, (fraction) => onStep('records', fraction), printLine);
      writeFileSync(historyMark, '');
    }
    clock.release();
    await proposeFee(application, steps, clock.now());
    const sender = new Sender(engine);
    await makePastCandles(application, context);
    const publication = await feed.publication();
    if (publication) sender.send(publication);
    fillBooks(new TradingDesk(context, sender), clock.now());
    await sender.settled();
  }

  return {
    clock: clock.now,
    demoUsers: demoUsers(config.dataDir),
    prepare,
    trade() {
      if (!context || isStopped) return;
      feed?.start();
      trading = startTrading(context, clock.now, printLine);
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

/** Screens show the history from the start. */
async function recordsOf(
  { journal, progress }: Application['exchange'],
  onProgress: (fraction: number) => void,
  printLine: (line: string) => void,
): Promise<void> {
  const { position } = journal.head();
  const reportPercent = tenths((fraction) => printLine(`demo: records of the history ${fraction} %`));
  for (let waited = 0; waited < RECORDS_MS_MAX; waited += RECORDS_SAID_EVERY_MS) {
    const isReached = await progress.waitFor(position, RECORDS_SAID_EVERY_MS);
    const fraction = isReached ? 1 : progress.position() / position;
    onProgress(fraction);
    reportPercent(fraction);
    if (isReached) return;
  }
}

/** Calls `onProgress` at each further ten percent. */
function tenths(onProgress: (percent: number) => void): (fraction: number) => void {
  let lastTenth = -1;
  return (fraction) => {
    const tenth = Math.floor(fraction * 10);
    if (tenth === lastTenth) return;
    lastTenth = tenth;
    onProgress(tenth * 10);
  };
}

function spanOf(minutes: number): string {
  return minutes === 1_440 ? 'a day' : `${minutes} minutes`;
}
