/** The browser of the test run; each file opens its own windows in it. `scripts/chromium.mjs` locates it. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

const FINDER = path.resolve(__dirname, '../../../scripts/chromium.mjs');
/**
 * No sandbox, since containers run tests as root; no outgoing connections; no optimising compilers, which cost an
 * eighth of the browser's time and no page lives long enough to gain from them.
 */
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--no-opt --no-maglev',
];

/** Environment variable with the address of the run's browser. */
const ENDPOINT = 'CHROMIUM_ENDPOINT';
let ofTheRun: BrowserServer | undefined;

/** Jest calls it before the first file, if any file needs the browser. */
export async function openForTheRun(): Promise<void> {
  ofTheRun = await chromium.launchServer({ executablePath: pathOfChromium(), args: SWITCHES, host: '127.0.0.1' });
  process.env[ENDPOINT] = ofTheRun.wsEndpoint();
}

/** Jest calls it after the last file. */
export async function closeForTheRun(): Promise<void> {
  await ofTheRun?.close();
}

/** Closing it closes the windows opened through it. If the run's browser has died, starts another. */
export async function startChromium(): Promise<Browser> {
  const endpoint = process.env[ENDPOINT];
  const own = (): Promise<Browser> => chromium.launch({ executablePath: pathOfChromium(), args: SWITCHES });
  return endpoint === undefined ? own() : chromium.connect(endpoint).catch(own);
}

function pathOfChromium(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FINDER, '--print'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}
