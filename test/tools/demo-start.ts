/** Starts of the demo in data directories that are removed after the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApplication, type Application } from '../../server/application';
import { createDemo, type Demo } from '../../server/demo/demo';
import { loadConfig, type Config } from '../../server/platform/config/config';

/** In the middle of a minute, like most starts; a few minutes after a funding hour and after a midnight in GMT+8. */
export const DEMO_NOW = Date.UTC(2026, 4, 1, 16, 6, 20);

const directories: string[] = [];
afterAll(() => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

export function freshDemoConfig(env: Record<string, string> = {}): Config {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'exchange-demo-'));
  directories.push(dataDir);
  return loadConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...env,
  });
}

/** Time at which the simulated process was killed. No time passes for it afterwards, and nothing becomes due. */
let diedAt: number | null = null;

/** After this number of commands the engine stops, as if the process had been killed. */
export function killAfter({ exchange }: Application, commandsMax: number): void {
  const { engine } = exchange;
  const submit = engine.submit.bind(engine);
  let left = commandsMax;
  engine.submit = async (envelope) => {
    if (left-- <= 0) {
      diedAt ??= engine.state().at;
      throw new Error('killed');
    }
    return submit(envelope);
  };
}

export interface Started {
  application: Application;
  demo: Demo;
  lines: string[];
}

export async function start(config: Config, real: () => number = () => DEMO_NOW): Promise<Started> {
  const lines: string[] = [];
  const demo = createDemo(config, (line) => lines.push(line), real);
  diedAt = null;
  const clock = (): number => diedAt ?? demo.clock();
  return { application: await createApplication(config, { clock, demoUsers: demo.demoUsers }), demo, lines };
}

export async function stop({ application, demo }: Started): Promise<void> {
  await demo.stop();
  await application.close();
}

/** One complete start of the demo. */
export async function withStartedDemo<Result>(
  config: Config,
  work: (application: Application, demo: Demo, lines: string[]) => Promise<Result>,
  real?: () => number,
): Promise<Result> {
  const running = await start(config, real);
  try {
    return await work(running.application, running.demo, running.lines);
  } finally {
    await stop(running);
  }
}
