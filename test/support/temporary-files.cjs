/**
 * Gives the tests a folder in memory for their files, if the machine has one: databases and journals are synced
 * thousands of times in a run, and tests must not wait for a disk. It is removed after the run. With TESTS_ON_DISK=1
 * the files are in the system's temporary folder, as on a machine without a folder in memory.
 */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const MEMORY = '/dev/shm';
const PREFIX = 'exchange-tests-';
/** More than the total of all files that exist at the same time. */
const BYTES_NEEDED = 2 * 1024 ** 3;

module.exports = async () => {
  if (process.env.TESTS_ON_DISK || !hasRoom()) return;
  for (const left of fs.readdirSync(MEMORY).filter(isAbandoned)) remove(left);
  const own = `${PREFIX}${process.pid}`;
  fs.mkdirSync(path.join(MEMORY, own), { mode: 0o711 });
  process.env.TMPDIR = path.join(MEMORY, own);
  process.once('exit', () => remove(own));
};

function hasRoom() {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    return bavail * bsize >= BYTES_NEEDED && os.freemem() >= 2 * BYTES_NEEDED;
  } catch {
    return false;
  }
}

/** Whether the folder is left from a run that was killed. */
function isAbandoned(name) {
  if (!name.startsWith(PREFIX)) return false;
  try {
    process.kill(Number(name.slice(PREFIX.length)), 0);
    return false;
  } catch {
    return true;
  }
}

function remove(name) {
  fs.rmSync(path.join(MEMORY, name), { recursive: true, force: true });
}
