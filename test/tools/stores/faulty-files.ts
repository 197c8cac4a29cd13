/**
 * A file layer with the faults of real disks: at a power cut unsynced changes are lost, kept or reordered by sector,
 * and unsynced names may not exist. The power can be cut at any step, and single steps can fail. All in memory and
 * seeded.
 */
import * as path from 'node:path';
import type { FileHandle, Files } from '../../../server/journal/embedded/files';

const SECTOR_BYTES = 512;

/** The power is off: every step fails until `afterPowerLoss`. */
export class PowerCut extends Error {}

/** Error of a step that was told to fail, like a full disk. */
export class NoSpace extends Error {
  readonly code = 'ENOSPC';
  constructor() {
    super('ENOSPC: no space left on device');
  }
}

export type Step = 'create' | 'write' | 'truncate' | 'sync' | 'rename' | 'remove' | 'syncDir';

interface StoredFile {
  /** Content as the process sees it. */
  seen: Buffer;
  /** Content that survives a power cut. */
  durable: Buffer;
  /** Changes since the last sync, in order. */
  unsynced: Change[];
}
type Change = { is: 'write'; bytes: Buffer; position: number } | { is: 'truncate'; length: number };

export interface FaultyOptions {
  /** The power is cut at this step, counted from 0; never if absent. */
  cutAt?: number;
  /** To prove that the tests need syncs: a sync that does nothing. */
  syncs?: 'work' | 'lie';
}

export class FaultyFiles implements Files {
  /** Number of changing steps so far. */
  steps = 0;
  /** Called before each changing step; throws to make it fail. */
  failing: (step: Step) => void = () => undefined;
  private powered = true;
  private readonly handles: ({ file: StoredFile } | null)[] = [];

  /** Names as the process sees them, and those that survive a power cut. */
  private constructor(
    private readonly options: FaultyOptions,
    private names: Map<string, StoredFile>,
    private durableNames: Map<string, StoredFile>,
  ) {}

  static empty(options: FaultyOptions = {}): FaultyFiles {
    return new FaultyFiles(options, new Map(), new Map());
  }

  /** One possible disk content after the power cut, chosen by `random` (0 … 1). */
  afterPowerLoss(random: () => number, options: FaultyOptions = {}): FaultyFiles {
    this.powered = false;
    const names = new Map(this.durableNames);
    for (const name of new Set([...this.names.keys(), ...this.durableNames.keys()])) {
      if (this.names.get(name) === this.durableNames.get(name) || random() < 0.5) continue;
      const file = this.names.get(name);
      if (file) names.set(name, file);
      else names.delete(name);
    }
    const found = new Map([...names].map(([name, file]) => [name, contentAfterPowerLoss(file, random)]));
    return new FaultyFiles(options, found, new Map(found));
  }

  /** Content of a file as the process sees it. */
  contents(file: string): Buffer {
    return Buffer.from(this.named(file).seen);
  }

  /** Creates a durable file. */
  place(file: string, bytes: Uint8Array): void {
    const stored = { seen: Buffer.from(bytes), durable: Buffer.from(bytes), unsynced: [] };
    this.names.set(file, stored);
    this.durableNames.set(file, stored);
  }

  makeDir(): void {
    // Directories themselves are durable; only their content is at risk.
  }

  list(dir: string): string[] {
    this.checkPower();
    return [...this.names.keys()]
      .filter((name) => path.dirname(name) === dir)
      .map((name) => path.basename(name))
      .sort();
  }

  create(file: string): FileHandle {
    this.step('create');
    if (this.names.has(file)) throw new Error(`EEXIST: ${file}`);
    this.names.set(file, { seen: Buffer.alloc(0), durable: Buffer.alloc(0), unsynced: [] });
    return this.open(file);
  }

  open(file: string): FileHandle {
    this.checkPower();
    return this.handles.push({ file: this.named(file) }) - 1;
  }

  size(handle: FileHandle): number {
    return this.at(handle).seen.length;
  }

  read(handle: FileHandle, target: Uint8Array, position: number): number {
    const { seen } = this.at(handle);
    return position >= seen.length ? 0 : seen.copy(target, 0, position);
  }

  write(handle: FileHandle, bytes: Uint8Array, position: number): void {
    const file = this.at(handle);
    // A cut or a failure during a write leaves a part of it behind.
    const half = Buffer.from(bytes.subarray(0, bytes.length >> 1));
    try {
      this.step('write');
    } catch (error) {
      apply(file, { is: 'write', bytes: half, position });
      throw error;
    }
    apply(file, { is: 'write', bytes: Buffer.from(bytes), position });
  }

  truncate(handle: FileHandle, length: number): void {
    this.step('truncate');
    apply(this.at(handle), { is: 'truncate', length });
  }

  sync(handle: FileHandle): void {
    this.step('sync');
    if (this.options.syncs === 'lie') return;
    const file = this.at(handle);
    file.durable = Buffer.from(file.seen);
    file.unsynced = [];
  }

  close(handle: FileHandle): void {
    this.handles[handle] = null;
  }

  rename(from: string, to: string): void {
    this.step('rename');
    this.names.set(to, this.named(from));
    this.names.delete(from);
  }

  remove(file: string): void {
    this.step('remove');
    this.named(file);
    this.names.delete(file);
  }

  syncDir(dir: string): void {
    this.step('syncDir');
    if (this.options.syncs === 'lie') return;
    const inDir = ([name]: [string, StoredFile]) => path.dirname(name) === dir;
    const others = [...this.durableNames].filter((entry) => !inDir(entry));
    this.durableNames = new Map([...others, ...[...this.names].filter(inDir)]);
  }

  private step(step: Step): void {
    this.checkPower();
    if (this.steps++ === this.options.cutAt) {
      this.powered = false;
      throw new PowerCut('the power is gone');
    }
    this.failing(step);
  }

  private checkPower(): void {
    if (!this.powered) throw new PowerCut('the power is gone');
  }

  private named(file: string): StoredFile {
    const stored = this.names.get(file);
    if (!stored) throw new Error(`ENOENT: ${file}`);
    return stored;
  }

  private at(handle: FileHandle): StoredFile {
    this.checkPower();
    const open = this.handles[handle];
    if (!open) throw new Error('EBADF');
    return open.file;
  }
}

function apply(file: StoredFile, change: Change): void {
  file.seen = changed(file.seen, change);
  file.unsynced.push(change);
}

function changed(before: Buffer, change: Change): Buffer {
  const length =
    change.is === 'truncate' ? change.length : Math.max(before.length, change.position + change.bytes.length);
  const after = Buffer.alloc(length);
  before.copy(after);
  if (change.is === 'write') change.bytes.copy(after, change.position);
  return after;
}

/** A file after the power cut: any part of the unsynced changes may have arrived, in any order. */
function contentAfterPowerLoss(file: StoredFile, random: () => number): StoredFile {
  let bytes = file.durable;
  for (const change of shuffled(file.unsynced.flatMap(sectorsOf), random)) {
    if (random() < 0.5) bytes = changed(bytes, change);
  }
  return { seen: Buffer.from(bytes), durable: Buffer.from(bytes), unsynced: [] };
}

/** A write reaches the disk in sectors, and the file's length separately. */
function sectorsOf(change: Change): Change[] {
  if (change.is === 'truncate') return [change];
  const { bytes, position } = change;
  const sectors: Change[] = [{ is: 'write', bytes: Buffer.alloc(0), position: position + bytes.length }];
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + SECTOR_BYTES - ((position + start) % SECTOR_BYTES));
    sectors.push({ is: 'write', bytes: bytes.subarray(start, end), position: position + start });
    start = end;
  }
  return sectors;
}

function shuffled<T>(items: T[], random: () => number): T[] {
  const list = [...items];
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [list[index], list[other]] = [list[other], list[index]];
  }
  return list;
}

/** Seeded random numbers (mulberry32): the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
