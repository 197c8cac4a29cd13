/** The one browser of a run, in which each file opens windows of its own. `scripts/chromium.mjs` knows where it is. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

const FINDER = path.resolve(__dirname, '../../../scripts/chromium.mjs');
/**
 * No sandbox, as containers run tests as root; nothing that reaches out of the machine; and no code that is made fast: no
 * page is open long enough to gain by it, and both optimising compilers took an eighth of the browser's time.
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

/** Where the browser of the run listens. */
const ENDPOINT = 'CHROMIUM_ENDPOINT';
let ofTheRun: BrowserServer | undefined;

/** Jest calls it before the first file, and only where some file is for the browser. */
export async function openForTheRun(): Promise<void> {
  ofTheRun = await chromium.launchServer({ executablePath: pathOfChromium(), args: SWITCHES, host: '127.0.0.1' });
  process.env[ENDPOINT] = ofTheRun.wsEndpoint();
}

/** After the last file. */
export async function closeForTheRun(): Promise<void> {
  await ofTheRun?.close();
}

/** Closing it closes the windows that were opened through it. Should the browser of the run have died, it is another one. */
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
