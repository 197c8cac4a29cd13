import { createApplication, type Application } from './application';
import { createDemo } from './demo/demo';
import { isOfDemo } from './demo/demo-users';
import { JournalLostError } from './journal/embedded/lock';
import { AppendError } from './journal/port';
import { createSystemClock } from './platform/clock/system-clock';
import { ConfigError, loadConfig, type Config } from './platform/config/config';
import { storeFaultOf } from './platform/database/store-fault';
import { WaitingRoom } from './platform/health/waiting-room';

async function start(config: Config): Promise<void> {
  if (!config.demo && isOfDemo(config.dataDir)) {
    throw new ConfigError(
      `DATA_DIR ${config.dataDir} was made by the demo: its users' passwords are known and their money is nobody's. ` +
        'With DEMO=off use another DATA_DIR (and DATABASE_URL).',
    );
  }
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  let application: Application | null = null;
  let stopping = false;
  const { clockJumpMsMax: jumpMsMax, clockConfirmMs: confirmMs } = config.limits;
  const systemClock = createSystemClock({ jumpMsMax, confirmMs });
  const demo = config.demo ? createDemo(config, say, systemClock.now) : null;
  const room = new WaitingRoom(config);
  application = await createApplication(config, {
    onWaiting: (reason, store) => room.tell(store, reason),
    clock: demo?.clock ?? systemClock.now,
    systemClock,
    demoUsers: demo?.demoUsers,
    onFatal: (error) => {
      process.stderr.write(
        `${isOvertaken(error) ? 'another writer has taken over' : 'this process ends'}: ${error.message}\n`,
      );
      void stop(1).catch(() => process.exit(1));
    },
  });

  async function stop(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Whatever hangs, the process is gone in time: the journal is whole at every moment.
    setTimeout(() => process.exit(code || 1), config.limits.shutdownMsMax).unref();
    await demo?.stop();
    await application?.close();
    process.exit(code);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(0).catch(() => process.exit(1)));
  }
  await demo?.prepare(application).catch((error: Error) => {
    // What was under way when the engine was told to close ends with it.
    if (!stopping) throw error;
  });
  if (stopping) return;
  await room.close();
  await application.nest.listen(config.port, config.host);
  say(`listening on http://localhost:${config.port}`);
  demo?.trade();
}

function isOvertaken(error: Error): boolean {
  return error instanceof JournalLostError || (error instanceof AppendError && error.fault === 'conflict');
}

async function main(): Promise<void> {
  await start(loadConfig(process.env));
}

/** What is missing space says by a code, or deep within. */
function isFull(error: Error): boolean {
  return (error as { code?: unknown }).code === 'storage.full' || storeFaultOf(error) === 'full';
}

main().catch((error: Error) => {
  const hint = isFull(error)
    ? 'no space is left where the data are: make room and start again, which goes on from here: '
    : '';
  process.stderr.write(`${hint}${error.message}\n`);
  process.exit(1);
});
