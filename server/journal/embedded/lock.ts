/**
 * One process writes a journal. Node has no flock, so a process that opens the directory creates a file whose *name*
 * identifies it, then looks for other such files. If two processes start at once, at least one sees the other. No
 * process removes a file that may belong to a living process. A process is identified by its boot, its pid namespace (a
 * container has its own), its pid and its start time, since pids are reused.
 *
 * A process of this boot and namespace can be checked directly. Any other may run on another machine that shares the
 * directory, or be left from an earlier boot of this machine: its heartbeat is watched. A suspended owner finds its
 * file gone when it resumes and must not write: see `ownership.ts`.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** The journal belongs to another process, or its owner cannot be determined. */
export class JournalLockedError extends Error {}

/** This process's lock file is gone: another process took the journal over, or the file was deleted. */
export class JournalLostError extends Error {
  constructor(file: string) {
    super(`${file} is gone: the journal is no longer this process's to write`);
  }
}

export interface Owner {
  /** Boot id of the operating system. It differs on another machine and after a reboot. */
  boot: string;
  /** Pid namespace: pids of other namespaces have no meaning here. */
  space: string;
  pid: number;
  startTime: string;
}

export interface LockOptions {
  /** How long an owner is watched if its process cannot be checked, in ms. */
  watchMs?: number;
  /** Owner to record in the lock; a test may simulate another machine. */
  self?: Owner;
  /** Called once if this process loses the directory, and never after a release. */
  onLost?: (error: JournalLostError) => void;
}

export interface DirectoryLock {
  /** The file's name identifies the owner; its modification time is the heartbeat. */
  file: string;
  /** `silent`: the previous owner may only be suspended or cut off, perhaps in the middle of a write. */
  before: 'nobody' | 'silent';
  /** Releases the directory. */
  release: () => void;
}

/** Interval of the heartbeat, and the time after which an owner without heartbeats counts as dead. */
export const HEARTBEAT_MS = 1_000;
const WATCH_MS = 8_000;

/** Locks the directory for this process. Rejects with JournalLockedError. */
export async function lockDirectory(
  dir: string,
  { watchMs = WATCH_MS, self = thisProcess(), onLost = () => undefined }: LockOptions = {},
): Promise<DirectoryLock> {
  const name = nameOf(self);
  const file = path.join(dir, name);
  fs.closeSync(fs.openSync(file, 'wx'));
  let isHeld = true;
  // The heartbeat starts at once, because another process may be watching this one.
  const heartbeatTimer = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, (error) => {
      if (!isHeld || error?.code !== 'ENOENT') return;
      isHeld = false;
      clearInterval(heartbeatTimer);
      onLost(new JournalLostError(file));
    });
  }, HEARTBEAT_MS);
  heartbeatTimer.unref();
  function release(): void {
    isHeld = false;
    clearInterval(heartbeatTimer);
    fs.rmSync(file, { force: true });
  }
  try {
    const others = fs.readdirSync(dir).filter((entry) => entry !== name && ownerOf(entry) !== null);
    const states = await Promise.all(
      others.map((other) => stateOf(path.join(dir, other), ownerOf(other) as Owner, self, watchMs)),
    );
    const living = others.find((_, index) => states[index] === 'alive');
    if (living !== undefined) throw new JournalLockedError(`${dir} is in use, see ${living}`);
    // Another process may have watched this one while it was suspended.
    if (!fs.existsSync(file)) throw new JournalLockedError(`${dir} was taken by another process meanwhile`);
    for (const other of others) fs.rmSync(path.join(dir, other), { force: true });
    return { file, before: states.includes('silent') ? 'silent' : 'nobody', release };
  } catch (error) {
    release();
    throw error;
  }
}

type State = 'alive' | 'gone' | 'silent';

async function stateOf(file: string, owner: Owner, self: Owner, watchMs: number): Promise<State> {
  if (owner.boot === self.boot && owner.space === self.space) return processIsAlive(owner) ? 'alive' : 'gone';
  // Clocks of other machines differ: only a change of the heartbeat counts, not its value.
  const initialHeartbeat = heartbeatOf(file);
  for (let elapsedMs = 0; elapsedMs < watchMs; elapsedMs += HEARTBEAT_MS / 4) {
    await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS / 4));
    const currentHeartbeat = heartbeatOf(file);
    if (currentHeartbeat === null) return 'gone';
    if (currentHeartbeat !== initialHeartbeat) return 'alive';
  }
  return 'silent';
}

/** Null if the file does not exist. Opens the file each time, so that a network file system asks its server. */
function heartbeatOf(file: string): number | null {
  let handle: number;
  try {
    handle = fs.openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return fs.fstatSync(handle).mtimeMs;
  } finally {
    fs.closeSync(handle);
  }
}

function processIsAlive({ pid, startTime }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return startOf(pid) === startTime;
}

export function thisProcess(): Owner {
  return { boot: bootId(), space: pidSpace(), pid: process.pid, startTime: startOf(process.pid) };
}

/**
 * `journal.<boot>.<space>.<pid>.<started>.<random>.lock`: the random part distinguishes two openings by one process.
 */
function nameOf({ boot, space, pid, startTime }: Owner): string {
  return `journal.${boot}.${space}.${pid}.${startTime}.${randomBytes(4).toString('hex')}.lock`;
}

function ownerOf(name: string): Owner | null {
  const match = /^journal\.([^.]+)\.([^.]+)\.(\d+)\.([^.]+)\.[0-9a-f]+\.lock$/.exec(name);
  if (!match) return null;
  return { boot: match[1], space: match[2], pid: Number(match[3]), startTime: match[4] };
}

/** Without /proc (macOS, Windows) the host name replaces the boot id, and a living pid counts as the owner. */
function bootId(): string {
  return read('/proc/sys/kernel/random/boot_id')?.replaceAll('-', '').trim() ?? shortHash(os.hostname());
}

function pidSpace(): string {
  try {
    return shortHash(fs.readlinkSync('/proc/self/ns/pid'));
  } catch {
    return 'host';
  }
}

/**
 * Start of a process in ticks since boot: field 22 of its stat, counted after the name, which may contain any
 * character.
 */
function startOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
}

function read(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
