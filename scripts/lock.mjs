// A lock file whose holder renews its time. A file that was not renewed in time is stale and is removed.
import * as fs from 'node:fs';
import { setInterval } from 'node:timers';
import { setTimeout } from 'node:timers/promises';

const STALE_MS = 20_000;

/** If two terminals start at once, the second is told, waits, and then finds everything up to date. */
export async function takeLock(file, onWait) {
  for (let isFirst = true; ; isFirst = false) {
    try {
      fs.writeFileSync(file, '', { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isFirst) onWait();
    const renewedAt = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - renewedAt > STALE_MS) fs.rmSync(file, { force: true });
    await setTimeout(200);
  }
  setInterval(() => fs.utimesSync(file, new Date(), new Date()), STALE_MS / 20).unref();
}
