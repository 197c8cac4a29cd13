/** Starts of the demo over data directories that go with the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApplication, type Application } from '../../server/application';
import { createDemo, type Demo } from '../../server/demo/demo';
import { loadConfig, type Config } from '../../server/platform/config/config';

/** In the middle of a minute, as most starts are; some minutes behind an hour of funding, and behind a midnight in GMT+8. */
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

/** When the process was killed that the test is playing: for who is dead no time goes by, and nothing becomes due. */
let diedAt: number | null = null;

/** After so many commands the engine goes away, as if the process had been killed. */
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

/** One start of the demo, from the first line to the last. */
export async function started<Result>(
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
