// `npm run check -- sizes`: the brotli sizes of what the first page, the trading page and the log-in page load before
// they show anything. Measures the built client, and builds it first if there is none.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const KIB = 1_024;
/** Script, in KiB. */
const CEILINGS = { '/': 200, '/currencyTransaction': 400, '/contractTransaction': 400, '/login': 200 };
/** Script files besides the page. Each is a request, and costs a round trip on a slow connection. */
const FILES_MAX = 10;
const LANGUAGE = 'en';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const client = path.join(root, 'dist/client');

if (!existsSync(path.join(client, 'preload.json'))) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', 'client'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) process.exit(1);
}

const { languages, pages } = JSON.parse(readFileSync(path.join(client, 'preload.json'), 'utf8'));
const page = readFileSync(path.join(client, 'index.html'), 'utf8');
const entry = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);

const loads = Object.keys(CEILINGS).map((address) => {
  const files = filesOf(address);
  const bytes = files.map((file) => statSync([`${file}.br`, file].find(existsSync)).size);
  return { address, count: files.length, size: bytes.reduce((sum, one) => sum + one, 0) / KIB };
});
const tooMuch = loads.filter(({ address, count, size }) => size > CEILINGS[address] || count > FILES_MAX);

for (const { address, count, size } of loads)
  console.log(`[sizes] ${address}: ${size.toFixed(1)} KiB of brotli in ${count} files`);
for (const { address } of tooMuch)
  console.error(`[sizes] ${address} loads more than ${CEILINGS[address]} KiB or ${FILES_MAX} files of script`);
process.exit(tooMuch.length === 0 ? 0 : 1);

function filesOf(address) {
  const ofPage = (pages[address] ?? []).filter((file) => file.endsWith('.js'));
  if (ofPage.length === 0)
    throw new Error(`the build does not say what ${address} is made of: client/build/shell-files.mjs`);
  const files = new Set([...entry, ...languages[LANGUAGE].filter((file) => file.endsWith('.js')), ...ofPage]);
  return [...files].map((file) => path.join(client, file));
}
