/** The one browser of a test file. `scripts/chromium.mjs` knows where it is. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const FINDER = path.resolve(__dirname, '../../../scripts/chromium.mjs');
/** No sandbox, as containers run tests as root; nothing that reaches out of the machine. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function startChromium(): Promise<Browser> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FINDER, '--print'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return chromium.launch({ executablePath: stdout.trim(), args: SWITCHES });
}
