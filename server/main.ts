import type { Application } from './application';
import type { Demo } from './demo/demo';
import { isOfDemo } from './demo/demo-place';
import { JournalLostError } from './journal/embedded/lock';
import { AppendError } from './journal/port';
import { createSystemClock } from './platform/clock/system-clock';
import { ConfigError, loadConfig, type Config } from './platform/config/config';
import { StartupServer } from './platform/health/startup-server';
import { startFault } from './start/start-faults';

/** Maximum duration of a stop before the server is ready, in ms. */
const PREPARING_STOP_MS_MAX = 1_500;

async function start(config: Config): Promise<void> {
  if (!config.demo && isOfDemo(config.dataDir)) {
    throw new ConfigError(
      `DATA_DIR ${config.dataDir} was made by the demo: its users' passwords are known and their money is nobody's. ` +
        'With DEMO=off use another DATA_DIR (and DATABASE_URL).',
    );
  }
  const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
  let application: Application | null = null;
  let demo: Demo | null = null;
  let isServing = false;
  let stopping = false;

  async function stop(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    if (!isServing && code === 0) printLine('stopped before it was ready: the next start goes on from here');
    // The journal is consistent at every moment, and no request is served before the start ends.
    if (!application) process.exit(code);
    // Exit in time even if a close hangs.
    const timeoutCode = isServing ? code || 1 : code;
    setTimeout(
      () => process.exit(timeoutCode),
      isServing ? config.limits.shutdownMsMax : PREPARING_STOP_MS_MAX,
    ).unref();
    await demo?.stop();
    await application.close();
    process.exit(code);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(0).catch(() => process.exit(1)));
  }
  // First, so that a port in use is reported at once.
  const startupServer = await StartupServer.open(config);
  printLine(`preparing; http://localhost:${config.port} shows how far it is`);
  // Loaded after the port is open: this takes seconds on a slow machine.
  const [{ createApplication }, { createDemo }] = [await import('./application.js'), await import('./demo/demo.js')];
  const [{ createLog }, { logUnhandled }] = [
    await import('./platform/logs/logs.js'),
    await import('./platform/logs/unhandled.js'),
  ];
  logUnhandled(createLog(config));
  const { clockJumpMsMax: jumpMsMax, clockConfirmMs: confirmMs } = config.limits;
  const systemClock = createSystemClock({ jumpMsMax, confirmMs });
  const onStep = startupServer.begin.bind(startupServer);
  demo = config.demo ? createDemo(config, printLine, systemClock.now, onStep) : null;
  application = await createApplication(config, {
    onStep,
    onWaiting: (reason, store) => startupServer.waitFor(store, reason),
    clock: demo?.clock ?? systemClock.now,
    systemClock,
    demoUsers: demo?.demoUsers,
    onFatal: (error) => {
      process.stderr.write(
        `${isOwnershipLost(error) ? 'another writer has taken over' : 'this process ends'}: ${error.message}\n`,
      );
      void stop(1).catch(() => process.exit(1));
    },
  });
  await demo?.prepare(application).catch((error: Error) => {
    // Preparation in progress fails when a stop request closes the engine.
    if (!stopping) throw error;
  });
  if (stopping) return;
  await application.nest.listen(startupServer.releasePort());
  isServing = true;
  printLine(`listening on http://localhost:${config.port}`);
  demo?.trade();
}

function isOwnershipLost(error: Error): boolean {
  return error instanceof JournalLostError || (error instanceof AppendError && error.fault === 'conflict');
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  await start(config).catch((error: Error) => {
    throw new Error(startFault(error, config), { cause: error });
  });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
