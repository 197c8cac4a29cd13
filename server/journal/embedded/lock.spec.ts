import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { openEmbeddedJournal } from './embedded-journal';
import { JournalLockedError, lockDirectory } from './lock';

let dir = '';
beforeEach(() => (dir = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))));
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

test('one opening at a time, also within a process; given back it can be taken again', async () => {
  const unlock = await lockDirectory(dir);
  await expect(lockDirectory(dir)).rejects.toBeInstanceOf(JournalLockedError);
  unlock();
  (await lockDirectory(dir))();
  expect(fs.readdirSync(dir)).toEqual([]);
});

test('a journal that is open cannot be opened again, and can once it is closed', async () => {
  const journal = await openEmbeddedJournal({ dir, core: 'lock' });
  await expect(openEmbeddedJournal({ dir, core: 'lock' })).rejects.toThrow(dir);
  await journal.close();
  await (await openEmbeddedJournal({ dir, core: 'lock' })).close();
});

test('a start that fails gives the lock back', async () => {
  fs.writeFileSync(path.join(dir, `${'0'.repeat(19)}7.jsonl`), '');
  await expect(openEmbeddedJournal({ dir, core: 'lock' })).rejects.toThrow('00000000000000000007.jsonl');
  expect(locks()).toEqual([]);
});

test('of many that come at once at most one gets it', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(dir)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
});

test('a process that lives keeps it; one that was killed does not', async () => {
  const child = await childWithLock();
  await expect(lockDirectory(dir)).rejects.toBeInstanceOf(JournalLockedError);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  (await lockDirectory(dir))();
  expect(locks()).toEqual([]);
});

describe('what is left of an owner counts as dead', () => {
  test('when its pid now belongs to a process that started later', async () => {
    await leave((owner) => ({ ...owner, started: '1' }));
    (await lockDirectory(dir))();
  });

  test('when the machine was started anew since', async () => {
    await leave((owner) => ({ ...owner, boot: '0'.repeat(32) }));
    (await lockDirectory(dir))();
  });

  test('when it was in another container and shows no sign of life', async () => {
    await leave((owner) => ({ ...owner, space: 'f'.repeat(16) }));
    (await lockDirectory(dir, 300))();
  });
});

test('an owner in another container keeps it as long as it shows signs of life', async () => {
  const file = await leave((owner) => ({ ...owner, space: 'f'.repeat(16) }));
  let second = 0;
  const signs = setInterval(() => fs.utimesSync(file, ++second, second), 20);
  try {
    await expect(lockDirectory(dir, 5_000)).rejects.toBeInstanceOf(JournalLockedError);
  } finally {
    clearInterval(signs);
  }
});

interface Owner {
  boot: string;
  space: string;
  pid: string;
  started: string;
}

/** Leaves the lock of this process behind as that of another one. */
async function leave(change: (owner: Owner) => Owner): Promise<string> {
  const unlock = await lockDirectory(dir);
  const [, boot = '', space = '', pid = '', started = ''] = locks()[0].split('.');
  unlock();
  const other = change({ boot, space, pid, started });
  const file = path.join(dir, `journal.${other.boot}.${other.space}.${other.pid}.${other.started}.00.lock`);
  fs.writeFileSync(file, '');
  return file;
}

function locks(): string[] {
  return fs.readdirSync(dir).filter((name) => name.endsWith('.lock'));
}

/** Another living process that is named by a lock in the directory. */
async function childWithLock(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")']);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  const stat = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  await leave((owner) => ({ ...owner, pid: String(child.pid), started }));
  return child;
}
