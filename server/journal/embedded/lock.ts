/**
 * One process writes a journal. Node knows no flock, so whoever opens the directory puts a file into it whose *name* says
 * who they are, then looks for others: of two that come at once at least one sees the other, and no one ever removes a file
 * that may belong to a living process. A process is known by its boot, its pid namespace (a container has its own), its
 * pid and the time it started, since pids come again.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** The journal belongs to another process, or nobody can tell that it does not. */
export class JournalLockedError extends Error {}

interface Owner {
  /** Of the running system: what it held is gone with it. */
  boot: string;
  /** Pids say nothing about processes of another namespace. */
  space: string;
  pid: number;
  started: string;
}

/** How often an owner shows a sign of life, and how long one without a sign is watched before it counts as dead. */
const SIGN_MS = 1_000;
const WATCH_MS = 8_000;

/** Takes the directory for this process; returns the function that gives it back. Rejects with JournalLockedError. */
export async function lockDirectory(dir: string, watchMs = WATCH_MS): Promise<() => void> {
  const name = nameOf(self());
  const file = path.join(dir, name);
  fs.closeSync(fs.openSync(file, 'wx'));
  try {
    for (const other of fs.readdirSync(dir).filter((entry) => entry !== name && ownerOf(entry) !== null)) {
      if (await isAlive(path.join(dir, other), ownerOf(other) as Owner, watchMs)) {
        throw new JournalLockedError(`${dir} is in use, see ${other}`);
      }
      fs.rmSync(path.join(dir, other), { force: true });
    }
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  }
  const signs = setInterval(() => showSign(file), SIGN_MS);
  signs.unref();
  return () => {
    clearInterval(signs);
    fs.rmSync(file, { force: true });
  };
}

function showSign(file: string): void {
  const now = new Date();
  fs.utimes(file, now, now, () => undefined);
}

async function isAlive(file: string, owner: Owner, watchMs: number): Promise<boolean> {
  const mine = self();
  if (owner.boot !== mine.boot) return false;
  if (owner.space === mine.space) return processIsAlive(owner);
  // Another container on this machine: its pids mean nothing here, so only its signs of life can tell.
  const sign = signOf(file);
  for (let watched = 0; watched < watchMs; watched += SIGN_MS / 4) {
    await new Promise((resolve) => setTimeout(resolve, SIGN_MS / 4));
    if (signOf(file) !== sign) return fs.existsSync(file);
  }
  return false;
}

function signOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? NaN;
}

function processIsAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return startOf(pid) === started;
}

function self(): Owner {
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
