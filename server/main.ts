import { createApplication } from './application';
import { seedDemo } from './demo/seed';
import { loadConfig, type Config } from './platform/config/config';

async function start(config: Config): Promise<void> {
  const application = await createApplication(config, {
    onFatal: (error) => {
      process.stderr.write(`another writer has taken over: ${error.message}\n`);
      void stop(1);
    },
  });
  let stopping = false;

  async function stop(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Whatever hangs, the process is gone in time: the journal is whole at every moment.
    setTimeout(() => process.exit(code || 1), config.limits.shutdownMsMax).unref();
    await application.close();
    process.exit(code);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(0).catch(() => process.exit(1)));
  }
  if (config.demo) await seedDemo(application, config, (line) => process.stdout.write(`${line}\n`));
  await application.nest.listen(config.port, config.host);
  process.stdout.write(`listening on http://localhost:${config.port}\n`);
}

async function main(): Promise<void> {
  await start(loadConfig(process.env));
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
