// `npm run check`: every static check, one after another; all run even if one fails, so that one run shows everything.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folders = ['server', 'shared', 'client', 'test'].filter((folder) => existsSync(path.join(root, folder)));
/** Code that runs in a browser, and the tests that drive one. */
const inBrowser = ['client', 'test/browser'].filter((name) => existsSync(path.join(root, name, 'tsconfig.json')));

const steps = [
  { name: 'prettier', package: 'prettier', parameters: ['--check', '--log-level=warn', '.'] },
  // In two goes: with the types of everything at once it takes more memory than Node gives a process by itself.
  {
    name: 'eslint',
    package: 'eslint',
    parameters: ['--max-warnings=0', '.', ...inBrowser.flatMap((folder) => ['--ignore-pattern', `${folder}/`])],
  },
  { name: 'eslint browser', package: 'eslint', parameters: ['--max-warnings=0', ...inBrowser] },
  { name: 'tsc', package: 'typescript', command: 'tsc', parameters: ['--noEmit', '-p', 'tsconfig.json'] },
  // Missing and unused texts, English left over, messages without a code.
  { name: 'texts', package: 'jest', parameters: ['--silent', 'client/src/shared/i18n', 'server/platform/i18n'] },
  { name: 'knip', package: 'knip', parameters: [] },
  // What is written twice in the client: at most the share that its configuration names.
  { name: 'jscpd', package: 'jscpd', parameters: ['--config', '.jscpd.json', '--silent'] },
  { name: 'depcruise', package: 'dependency-cruiser', command: 'depcruise', parameters: folders },
  // Of what a browser loads before it shows a page; looks at the client as it was last built.
  { name: 'sizes', file: 'scripts/sizes.mjs', parameters: [] },
];
for (const folder of inBrowser) {
  steps.splice(-3, 0, {
    name: `tsc ${folder}`,
    package: 'typescript',
    command: 'tsc',
    parameters: ['--noEmit', '-p', `${folder}/tsconfig.json`],
  });
}

const only = process.argv.slice(2);
const failed = [];
for (const step of steps.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const startedAt = Date.now();
  const result = spawnSync(process.execPath, [fileOf(step), ...step.parameters], { cwd: root, stdio: 'inherit' });
  const passed = result.status === 0;
  if (!passed) failed.push(step.name);
  console.log(
    `[check] ${step.name}: ${passed ? 'passed' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
  );
}
if (failed.length > 0) {
  console.error(`[check] failed: ${failed.join(', ')}`);
  process.exit(1);
}

function fileOf({ file, package: packageName, command = packageName }) {
  if (file) return path.join(root, file);
  const folder = path.join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[command]);
}
