/**
 * Client ids that are remembered for a month, whatever else their owner sends: those of what moves money other than by
 * trading, and of all that staff send; some eighty bytes each.
 */
import { broken } from '../rejection';
import { createClientIdTable, MARK_MAX, NONE, type RememberedCommand } from './client-id-table';

/** 30 days, by the time of the batches. */
export const LASTING_MS = 30 * 86_400_000;
/** One batch adds one at most, so they do not pile up, and no batch after a long silence takes long. */
const FORGOTTEN_A_BATCH_MAX = 100;

/** Remembered for a month, whatever else its owner sends. */
export interface LastingCommand<Type extends string = string> extends RememberedCommand {
  type: Type;
  owner: number;
  /** Time of its batch, or the last time that what it made was found open. */
  at: number;
}

export interface LastingMemory<Type extends string = string> {
  /** What is remembered under a sender's client id; null when nothing is. */
  find: (owner: number, clientId: string) => RememberedCommand | null;
  remember: (command: LastingCommand<Type>) => void;
  /** Forgets what is a month old at `now`; what `isOpen` says is still something stays for another month. */
  forget: (now: number, isOpen: (command: LastingCommand<Type>) => boolean) => void;
  /** In the order in which they are forgotten. */
  all: () => Iterable<LastingCommand<Type>>;
}

/** What decide may see. */
export type LastingMemoryView = Pick<LastingMemory, 'find'>;

export function createLastingMemory<Type extends string = string>(): LastingMemory<Type> {
  const table = createClientIdTable({ hasTimes: true });
  /** How many each sender has: few users have any, so most are known not to without a look at the table. */
  const counts = new Map<number, number>();
  /** A slot's mark is the place of its command's type here, from 1; 0 when a later command has its client id. */
  const types: (Type | null)[] = [null];
  const marks = new Map<Type, number>();
  let oldest = NONE;
  let newest = NONE;

  function markOf(type: Type): number {
    let mark = marks.get(type);
    if (mark === undefined) {
      mark = types.push(type) - 1;
      if (mark > MARK_MAX) broken(`${mark} types of commands`);
      marks.set(type, mark);
    }
    return mark;
  }

  function read(slot: number): LastingCommand<Type> | null {
    const type = types[table.mark(slot)];
    return type && { ...table.read(slot), type, owner: table.ownerOf(slot), at: table.time(slot) };
  }

  function append(slot: number, at: number): void {
    table.setTime(slot, at);
    table.setNext(slot, NONE);
    if (newest === NONE) oldest = slot;
    else table.setNext(newest, slot);
    newest = slot;
  }

  function hide(slot: number): void {
    table.hide(slot);
    const owner = table.ownerOf(slot);
    const left = (counts.get(owner) ?? 0) - 1;
    if (left > 0) counts.set(owner, left);
    else counts.delete(owner);
  }

  function find(owner: number, clientId: string): RememberedCommand | null {
    if (!counts.has(owner)) return null;
    const slot = table.slotOf(owner, clientId);
    return slot === NONE ? null : table.read(slot);
  }

  function remember(command: LastingCommand<Type>): void {
    const { owner, clientId, type, at } = command;
    const before = table.slotOf(owner, clientId);
    if (before !== NONE) {
      // Journals of the time when ids were forgotten sooner may have one twice: the later one counts.
      hide(before);
      table.setMark(before, 0);
    }
    const slot = table.add(owner, command);
    table.setMark(slot, markOf(type));
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
    append(slot, at);
  }

  function forget(now: number, isOpen: (command: LastingCommand<Type>) => boolean): void {
    for (let count = 0; count < FORGOTTEN_A_BATCH_MAX; count++) {
      const slot = oldest;
      if (slot === NONE || table.time(slot) > now - LASTING_MS) return;
      oldest = table.next(slot);
      if (oldest === NONE) newest = NONE;
      const command = read(slot);
      if (command !== null && isOpen(command)) {
        append(slot, now);
        continue;
      }
      if (command !== null) hide(slot);
      table.free(slot);
    }
  }

  function* all(): Iterable<LastingCommand<Type>> {
    for (let slot = oldest; slot !== NONE; slot = table.next(slot)) {
      const command = read(slot);
      if (command !== null) yield command;
    }
  }

  return { find, remember, forget, all };
}
