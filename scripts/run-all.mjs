// `npm run check`, `npm run supply-chain`: runs all npm scripts named `check:…`, or only those that the arguments name.
// All run even if one fails, so that one run shows every fault.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [prefix, ...asked] = process.argv.slice(2);
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const known = Object.keys(scripts).filter((name) => name.startsWith(`${prefix}:`));
const wanted = asked.length === 0 ? known : asked.map((name) => `${prefix}:${name}`);

const failed = wanted.filter((name) => {
  const startedAt = Date.now();
  // Without the scripts' own pre-scripts, which ran once for all of them.
  const { status } = spawnSync(`npm run --silent --ignore-scripts ${name}`, { stdio: 'inherit', shell: true });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`[${prefix}] ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`[${prefix}] failed: ${failed.join(', ')}`);
  process.exit(1);
}
