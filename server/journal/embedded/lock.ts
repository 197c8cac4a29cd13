/**
 * One process writes a journal. Node knows no flock, so whoever opens the directory puts a file into it whose *name* says
 * who they are, then looks for others: of two that come at once at least one sees the other, and no one ever removes a file
 * that may belong to a living process. A process is known by its boot, its pid namespace (a container has its own), its
 * pid and the time it started, since pids come again.
 *
 * A process of this boot and namespace can be asked for. Any other may run on another machine that shares the directory, or
 * may be what an earlier boot of this machine left: it is watched for signs of life. One that was only asleep wakes up to
 * find its file gone, and must not write on: see `ownership.ts`.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** The journal belongs to another process, or nobody can tell that it does not. */
export class JournalLockedError extends Error {}

/** The file that says that the journal is ours is gone: another process has taken it, or somebody has deleted it. */
export class JournalLostError extends Error {
  constructor(file: string) {
    super(`${file} is gone: the journal is no longer this process's to write`);
  }
}

export interface Owner {
  /** Of the running system: another one is another machine, or this one before it was started anew. */
  boot: string;
  /** Pids say nothing about processes of another namespace. */
  space: string;
  pid: number;
  started: string;
}

export interface LockOptions {
  /** How long an owner who cannot be asked for is watched. */
  watchMs?: number;
  /** As whom the directory is taken; a test may stand for another machine. */
  self?: Owner;
  /** The directory is no longer ours. Called once, and not after it was given back. */
  onLost?: (error: JournalLostError) => void;
}

export interface DirectoryLock {
  /** Its name says who holds the directory, its time that they live. */
  file: string;
  /** `silent`: whoever had it before may only be asleep or cut off, perhaps in the middle of a write. */
  before: 'nobody' | 'silent';
  /** Gives the directory back. */
  release: () => void;
}

/** How often an owner shows a sign of life, and how long one without a sign is watched before it counts as dead. */
export const SIGN_MS = 1_000;
const WATCH_MS = 8_000;

/** Takes the directory for this process. Rejects with JournalLockedError. */
export async function lockDirectory(
  dir: string,
  { watchMs = WATCH_MS, self = thisProcess(), onLost = () => undefined }: LockOptions = {},
): Promise<DirectoryLock> {
  const name = nameOf(self);
  const file = path.join(dir, name);
  fs.closeSync(fs.openSync(file, 'wx'));
  let isHeld = true;
  // From the first moment on: who watches us while we watch them must see that we live.
  const signs = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, (error) => {
      if (!isHeld || error?.code !== 'ENOENT') return;
      isHeld = false;
      clearInterval(signs);
      onLost(new JournalLostError(file));
    });
  }, SIGN_MS);
  signs.unref();
  function release(): void {
    isHeld = false;
    clearInterval(signs);
    fs.rmSync(file, { force: true });
  }
  try {
    const others = fs.readdirSync(dir).filter((entry) => entry !== name && ownerOf(entry) !== null);
    const states = await Promise.all(
      others.map((other) => stateOf(path.join(dir, other), ownerOf(other) as Owner, self, watchMs)),
    );
    const living = others.find((_, index) => states[index] === 'alive');
    if (living !== undefined) throw new JournalLockedError(`${dir} is in use, see ${living}`);
    // Somebody may have watched us as well, while we were the ones who were asleep.
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
  // Clocks of other machines say other times: only whether the sign changes means anything.
  const sign = signOf(file);
  for (let watched = 0; watched < watchMs; watched += SIGN_MS / 4) {
    await new Promise((resolve) => setTimeout(resolve, SIGN_MS / 4));
    const now = signOf(file);
    if (now === null) return 'gone';
    if (now !== sign) return 'alive';
  }
  return 'silent';
}

/** Null when there is no file. Opened anew each time: a network file system asks its server then. */
function signOf(file: string): number | null {
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

function processIsAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return startOf(pid) === started;
}

export function thisProcess(): Owner {
  return { boot: bootId(), space: pidSpace(), pid: process.pid, started: startOf(process.pid) };
}

/** `journal.<boot>.<space>.<pid>.<started>.<random>.lock`: the last part tells two openings of one process apart. */
function nameOf({ boot, space, pid, started }: Owner): string {
  return `journal.${boot}.${space}.${pid}.${started}.${randomBytes(4).toString('hex')}.lock`;
}

function ownerOf(name: string): Owner | null {
  const match = /^journal\.([^.]+)\.([^.]+)\.(\d+)\.([^.]+)\.[0-9a-f]+\.lock$/.exec(name);
  if (!match) return null;
  return { boot: match[1], space: match[2], pid: Number(match[3]), started: match[4] };
}

/** Where there is no /proc (macOS, Windows) the machine's name stands for the boot, and a living pid counts as the owner. */
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

/** Start of a process in ticks since boot: field 22 of its stat, counted behind the name, which may hold anything. */
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
