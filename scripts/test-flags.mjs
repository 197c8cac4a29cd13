// The flags of Node that tests run with, for `test.mjs` and for `bundle-threads.mjs`: what V8 keeps compiled is for the flags it
// was compiled with.
import { spawnSync } from 'node:child_process';

/**
 * Room for young objects, from the start; and V8 optimises later what is called often, since most of what a test calls is over by
 * then: together a tenth of the processor time. The last is no option of newer versions, which are left as they are.
 */
const FLAGS = ['--max-semi-space-size=128', '--min-semi-space-size=16', '--interrupt-budget=540672'];

export const TEST_FLAGS = FLAGS.filter((flag) => spawnSync(process.execPath, [flag, '-e', '']).status === 0);
