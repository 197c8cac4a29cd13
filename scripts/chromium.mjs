// Finds the Chromium of the browser tests. Imports no package, like bootstrap.mjs.
//
//   node scripts/chromium.mjs            before the tests: finds one, or installs Debian's as root, or says what to do
//   node scripts/chromium.mjs --print    prints its path and installs nothing
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The headless shell comes first because it opens a window in a quarter of the time. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const NAMES = [...PACKAGES, 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const FONTS = ['fonts-noto-cjk', 'fonts-thai-tlwg'];
const { CHROMIUM_PATH, SKIP_BROWSER_TESTS, PATH = '' } = process.env;
const HELP = `the browser tests need Chromium, and ${CHROMIUM_PATH ?? 'no command on the PATH'} starts none
  Debian:     apt-get install chromium ${FONTS.join(' ')}
  elsewhere:  install Chromium or Chrome, or set CHROMIUM_PATH to one
  without:    SKIP_BROWSER_TESTS=1 npm test runs all other tests`;

if (process.argv.includes('--print')) console.log(find() ?? fail());
else if (SKIP_BROWSER_TESTS === '1') say('SKIP_BROWSER_TESTS=1: the browser tests are skipped');
else say(find() ?? install() ?? fail());

function find() {
  const onPath = NAMES.flatMap((name) => PATH.split(path.delimiter).map((folder) => path.join(folder, name)));
  const files = CHROMIUM_PATH ? [CHROMIUM_PATH] : onPath;
  return files.find((file) => existsSync(file) && starts(file));
}

/** Some systems have a `chromium-browser` that only prints how to install it. On Windows, Chrome prints no version. */
function starts(file) {
  if (process.platform === 'win32') return true;
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

function install() {
  if (CHROMIUM_PATH || process.platform !== 'linux' || process.getuid() !== 0) return undefined;
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  for (const name of PACKAGES) {
    say(`apt-get install ${name}`);
    const parameters = ['install', '-y', '-qq', '--no-install-recommends', name, ...FONTS];
    if (spawnSync('apt-get', parameters, options).status === 0) return find();
  }
  return undefined;
}

function say(line) {
  console.log(`[chromium] ${line}`);
}

function fail() {
  console.error(`[chromium] ${HELP}`);
  process.exit(1);
}
