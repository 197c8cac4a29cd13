import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { openEmbeddedJournal } from './embedded-journal';
import { JournalLockedError, JournalLostError, lockDirectory, thisProcess, type Owner } from './lock';

let dir = '';
beforeEach(() => (dir = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))));
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

/** Owners whose process cannot be checked: on another machine, from an earlier boot, or in another container. */
const ELSEWHERE: [string, Partial<Owner>][] = [
  ['of another boot', { boot: 'f'.repeat(32) }],
  ['in another container', { space: 'f'.repeat(16) }],
];

async function takeAndRelease(watchMs?: number): Promise<'nobody' | 'silent'> {
  const lock = await lockDirectory(dir, { watchMs });
  lock.release();
  return lock.before;
}

test('allows one opening at a time, also within a process; a released lock can be taken again', async () => {
  const lock = await lockDirectory(dir);
  await expect(lockDirectory(dir)).rejects.toBeInstanceOf(JournalLockedError);
  lock.release();
  expect(await takeAndRelease()).toBe('nobody');
  expect(fs.readdirSync(dir)).toEqual([]);
});

test('an open journal cannot be opened again until it is closed', async () => {
  const journal = await openEmbeddedJournal({ dir, core: 'lock' });
  await expect(openEmbeddedJournal({ dir, core: 'lock' })).rejects.toThrow(dir);
  await journal.close();
  await (await openEmbeddedJournal({ dir, core: 'lock' })).close();
});

test('a failed start releases the lock', async () => {
  fs.writeFileSync(path.join(dir, `${'0'.repeat(19)}7.jsonl`), '');
  await expect(openEmbeddedJournal({ dir, core: 'lock' })).rejects.toThrow('00000000000000000007.jsonl');
  expect(locks()).toEqual([]);
});

test('of many simultaneous starts at most one gets it', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(dir)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
});

test('of two machines that start together at most one gets it: both send heartbeats while they watch', async () => {
  const machines = ['a', 'b'].map((letter) => ({ ...thisProcess(), boot: letter.repeat(32) }));
  const outcomes = await Promise.allSettled(machines.map((self) => lockDirectory(dir, { self, watchMs: 4_000 })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  expect(locks().length).toBeLessThanOrEqual(1);
});

test('a living process keeps it, a killed one does not', async () => {
  const child = await childWithLock();
  await expect(lockDirectory(dir)).rejects.toBeInstanceOf(JournalLockedError);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  expect(await takeAndRelease()).toBe('nobody');
  expect(locks()).toEqual([]);
});

test('a lock whose pid belongs to a process that started later counts as dead', async () => {
  leave({ startTime: '1' });
  expect(await takeAndRelease()).toBe('nobody');
});

describe.each(ELSEWHERE)('an owner %s', (_, where) => {
  test('keeps it while its heartbeat continues, whatever its clock shows', async () => {
    const file = leave(where);
    let second = 0;
    const signs = setInterval(() => fs.utimesSync(file, --second, second), 20);
    try {
      await expect(takeAndRelease(5_000)).rejects.toBeInstanceOf(JournalLockedError);
    } finally {
      clearInterval(signs);
    }
    expect(fs.existsSync(file)).toBe(true);
  });

  test('loses it without a heartbeat, and may still wake up', async () => {
    const file = leave(where);
    // A clock that is ahead is no heartbeat.
    const tomorrow = new Date(Date.now() + 86_400_000);
    fs.utimesSync(file, tomorrow, tomorrow);
    expect(await takeAndRelease(300)).toBe('silent');
    expect(locks()).toEqual([]);
  });

  test('has not lost it if it releases it while being watched', async () => {
    const file = leave(where);
    const taking = takeAndRelease(60_000);
    fs.rmSync(file);
    expect(await taking).toBe('nobody');
  });
});

test('several silent owners are watched at the same time', async () => {
  for (let boot = 0; boot < 9; boot++) leave({ boot: String(boot).repeat(32) });
  const waits = jest.spyOn(globalThis, 'setTimeout');
  const taking = takeAndRelease(250);
  expect(waits).toHaveBeenCalledTimes(9);
  waits.mockRestore();
  expect(await taking).toBe('silent');
  expect(locks()).toEqual([]);
});

test('a process taken for dead while it watches another does not get it', async () => {
  leave({ boot: 'f'.repeat(32) });
  const taking = lockDirectory(dir, { watchMs: 500 });
  const [own] = locks().filter((name) => name.includes(thisProcess().boot));
  fs.rmSync(path.join(dir, own));
  await expect(taking).rejects.toBeInstanceOf(JournalLockedError);
});

test('an owner whose file is gone is notified once, one who released it is not', async () => {
  const lost: Error[] = [];
  const kept = await lockDirectory(dir, { onLost: (error) => lost.push(error) });
  const heard = new Promise<Error>((resolve) => {
    kept.release();
    void lockDirectory(dir, { onLost: resolve }).then(({ file }) => fs.rmSync(file));
  });
  expect(await heard).toBeInstanceOf(JournalLostError);
  expect((await heard).message).toContain('journal.');
  expect(lost).toEqual([]);
});

/** Leaves a lock whose owner is this process except for the given differences. */
function leave(differences: Partial<Owner>): string {
  const { boot, space, pid, startTime: started } = { ...thisProcess(), ...differences };
  const file = path.join(dir, `journal.${boot}.${space}.${pid}.${started}.00.lock`);
  fs.writeFileSync(file, '');
  return file;
}

function locks(): string[] {
  return fs.readdirSync(dir).filter((name) => name.endsWith('.lock'));
}

/** Another living process that owns a lock in the directory. */
async function childWithLock(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")']);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  const stat = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  leave({ pid: child.pid, startTime: started });
  return child;
}
