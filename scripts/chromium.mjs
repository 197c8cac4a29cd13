// Finds the Chromium that the browser tests drive, and installs Debian's where that is allowed. Uses Node's built-in
// modules alone, like bootstrap.mjs.
//
//   node scripts/chromium.mjs            before the tests: finds or installs, else says what to do and fails
//   node scripts/chromium.mjs --print    prints the path of the one that is there and installs nothing
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const FONTS = ['fonts-noto-cjk', 'fonts-thai-tlwg'];
/** Without a desktop around it first: the same engine, in which a window opens in a quarter of the time. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const COMMANDS = [...PACKAGES, 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
/** Below a folder of Playwright's, by platform. */
const PLAYWRIGHT_BINARIES = [
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
];
const ELSEWHERE = [
  ...PACKAGES.map((name) => `/usr/bin/${name}`),
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];
const ANSWER_MS_MAX = 30_000;

const asked = process.env.CHROMIUM_PATH;

if (process.argv.includes('--print')) print();
else ensure();

function print() {
  const found = find();
  if (found === null) fail(explanation());
  console.log(found);
}

function ensure() {
  if (process.env.SKIP_BROWSER_TESTS === '1') return say('SKIP_BROWSER_TESTS=1: the browser tests are skipped');
  const found = find();
  if (found !== null) return say(found);
  if (!asked && mayInstall()) {
    install();
    const installed = find();
    if (installed !== null) return say(`${installed} (installed)`);
  }
  fail(explanation());
}

/** The first that is there and starts; of one that was asked for by name there is no second. */
function find() {
  return (asked ? [asked] : candidates()).find(starts) ?? null;
}

function candidates() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const onPath = COMMANDS.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const known = [...onPath, ...ELSEWHERE, ...playwrightBinaries()];
  return [...new Set(known)].filter((file) => existsSync(file));
}

/** What `npx playwright install chromium` leaves behind, newest first. */
function playwrightBinaries() {
  const home = os.homedir();
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(home, '.cache/ms-playwright'),
    path.join(home, 'Library/Caches/ms-playwright'),
    path.join(home, 'AppData/Local/ms-playwright'),
  ].filter((folder) => folder && existsSync(folder));
  return caches.flatMap((folder) => {
    const revisions = readdirSync(folder).filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name));
    revisions.sort((a, b) => numberOf(b) - numberOf(a));
    return revisions.flatMap((revision) => PLAYWRIGHT_BINARIES.map((binary) => path.join(folder, revision, binary)));
  });
}

function numberOf(revision) {
  return Number(revision.slice(revision.lastIndexOf('-') + 1));
}

/** Some systems have a `chromium-browser` that only says what to install. */
function starts(file) {
  // Windows prints no version; that it is there has to do.
  if (process.platform === 'win32') return existsSync(file);
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: ANSWER_MS_MAX });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

function mayInstall() {
  return process.platform === 'linux' && process.getuid() === 0 && isOnPath('apt-get');
}

function isOnPath(command) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function install() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  for (const name of PACKAGES) {
    const wanted = [name, ...FONTS];
    say(`apt-get install ${wanted.join(' ')}`);
    const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted], quiet);
    if (status === 0) return;
  }
}

function explanation() {
  const lines = asked
    ? [`CHROMIUM_PATH is ${asked}, and no Chromium starts there.`]
    : [
        'the browser tests need Chromium, and none was found.',
        `  Debian:     apt-get install ${[PACKAGES[0], ...FONTS].join(' ')}`,
        '  elsewhere:  install Chromium or Chrome, or set CHROMIUM_PATH to one',
      ];
  return [...lines, '  without:    SKIP_BROWSER_TESTS=1 npm test runs all other tests'].join('\n');
}

function say(line) {
  console.log(`[chromium] ${line}`);
}

function fail(line) {
  console.error(`[chromium] ${line}`);
  process.exit(1);
}
