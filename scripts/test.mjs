// `npm test`: jest with the flags of tests, and whatever else is asked of it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEST_FLAGS } from './test-flags.mjs';

const jest = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../node_modules/jest/bin/jest.js');
const { status, error } = spawnSync(process.execPath, [...TEST_FLAGS, jest, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (error) throw error;
process.exit(status ?? 1);
