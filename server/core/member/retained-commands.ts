/**
 * Client ids remembered for a month, regardless of later commands: those of commands that move money outside trading,
 * and of all staff commands. About eighty bytes each.
 */
import { broken } from '../rejection';
import { createClientIdTable, MARK_MAX, NONE, type RememberedCommand } from './client-id-table';

/** 30 days, by the time of the batches. */
export const RETENTION_MS = 30 * 86_400_000;
/**
 * Maximum entries dropped per batch. A batch adds at most one, so they do not pile up, and no batch after a long
 * silence is slow.
 */
const FORGOTTEN_PER_BATCH_MAX = 100;

/** Remembered for a month, regardless of the sender's later commands. */
export interface RetainedCommand<Type extends string = string> extends RememberedCommand {
  type: Type;
  owner: number;
  /** Time of its batch, or the last time that the created object was found open. */
  at: number;
}

export interface RetainedCommands<Type extends string = string> {
  /** Returns the remembered command for a sender's client id, else null. */
  find: (owner: number, clientId: string) => RememberedCommand | null;
  remember: (command: RetainedCommand<Type>) => void;
  /** Removes entries a month old at `now`; entries for which `isOpen` is true stay for another month. */
  forget: (now: number, isOpen: (command: RetainedCommand<Type>) => boolean) => void;
  /** In order of expiry. */
  allCommands: () => Iterable<RetainedCommand<Type>>;
}

/** Read-only view for decide. */
export type RetainedCommandsView = Pick<RetainedCommands, 'find'>;

export function createRetainedCommands<Type extends string = string>(): RetainedCommands<Type> {
  const table = createClientIdTable({ hasTimes: true });
  /** Number of entries per sender: few users have any, so most lookups skip the table. */
  const counts = new Map<number, number>();
  /** A slot's mark is the index of its command's type here, from 1; 0 if a later command has its client id. */
  const types: (Type | null)[] = [null];
  const marks = new Map<Type, number>();
  let oldestSlot = NONE;
  let newestSlot = NONE;

  function markOf(type: Type): number {
    let mark = marks.get(type);
    if (mark === undefined) {
      mark = types.push(type) - 1;
      if (mark > MARK_MAX) broken(`${mark} types of commands`);
      marks.set(type, mark);
    }
    return mark;
  }

  function read(slot: number): RetainedCommand<Type> | null {
    const type = types[table.mark(slot)];
    return type && { ...table.read(slot), type, owner: table.ownerOf(slot), at: table.time(slot) };
  }

  function append(slot: number, at: number): void {
    table.setTime(slot, at);
    table.setNext(slot, NONE);
    if (newestSlot === NONE) oldestSlot = slot;
    else table.setNext(newestSlot, slot);
    newestSlot = slot;
  }

  function hide(slot: number): void {
    table.hide(slot);
    const owner = table.ownerOf(slot);
    const remaining = (counts.get(owner) ?? 0) - 1;
    if (remaining > 0) counts.set(owner, remaining);
    else counts.delete(owner);
  }

  function find(owner: number, clientId: string): RememberedCommand | null {
    if (!counts.has(owner)) return null;
    const slot = table.slotOf(owner, clientId);
    return slot === NONE ? null : table.read(slot);
  }

  function remember(command: RetainedCommand<Type>): void {
    const { owner, clientId, type, at } = command;
    const before = table.slotOf(owner, clientId);
    if (before !== NONE) {
      // Older journals forgot ids sooner and may repeat one: the later command counts.
      hide(before);
      table.setMark(before, 0);
    }
    const slot = table.add(owner, command);
    table.setMark(slot, markOf(type));
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
    append(slot, at);
  }

  function forget(now: number, isOpen: (command: RetainedCommand<Type>) => boolean): void {
    for (let count = 0; count < FORGOTTEN_PER_BATCH_MAX; count++) {
      const slot = oldestSlot;
      if (slot === NONE || table.time(slot) > now - RETENTION_MS) return;
      oldestSlot = table.next(slot);
      if (oldestSlot === NONE) newestSlot = NONE;
      const command = read(slot);
      if (command !== null && isOpen(command)) {
        append(slot, now);
        continue;
      }
      if (command !== null) hide(slot);
      table.free(slot);
    }
  }

  function* allCommands(): Iterable<RetainedCommand<Type>> {
    for (let slot = oldestSlot; slot !== NONE; slot = table.next(slot)) {
      const command = read(slot);
      if (command !== null) yield command;
    }
  }

  return { find, remember, forget, allCommands };
}
