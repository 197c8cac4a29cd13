/**
 * Starts the files that take longest first, so that no worker is left with one of them when the others have nothing more
 * to do. By the weights beside this file and not by what jest remembers of the last run: a fresh clone remembers nothing.
 */
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const weights = require('./weights.json');

const ROOT = path.resolve(__dirname, '../..');
const sorted = Object.values(weights).sort((one, other) => one - other);
/** Of a file that nobody has weighed: it may be slow, and most are not. */
const MIDDLE = sorted[Math.floor(sorted.length / 2)];

module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    // What jest tells of the time that is left goes by this too.
    for (const test of tests) test.duration = secondsOf(test.path) * 1_000;
    return [...tests].sort((one, other) => other.duration - one.duration || (one.path < other.path ? -1 : 1));
  }
};

function secondsOf(file) {
  return weights[path.relative(ROOT, file).split(path.sep).join('/')] ?? MIDDLE;
}
