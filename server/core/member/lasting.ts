/**
 * Client ids that are remembered for a month, whatever else their owner sends: those of what moves money other than by
 * trading, and of all that staff send.
 */
import type { CommandType } from '../command';
import type { RememberedCommand } from './memory';

/** 30 days, by the time of the batches. */
export const LASTING_MS = 30 * 86_400_000;
/** One batch adds one at most, so they do not pile up, and no batch after a long silence takes long. */
const FORGOTTEN_A_BATCH_MAX = 100;

/** Remembered for a month, whatever else its owner sends. */
export interface LastingCommand extends RememberedCommand {
  type: CommandType;
  owner: number;
  /** Time of its batch, or the last time that what it made was found open. */
  at: number;
}

export interface LastingMemory {
  /** By owner, then client id. Few users have any, so it is not part of what everybody has. */
  byOwner: Map<number, Map<string, LastingCommand>>;
  /** By `at`; what stands before `first` is forgotten. */
  queue: LastingCommand[];
  first: number;
}

export function createLastingMemory(): LastingMemory {
  return { byOwner: new Map(), queue: [], first: 0 };
}

export function rememberLasting({ byOwner, queue }: LastingMemory, command: LastingCommand): void {
  let owned = byOwner.get(command.owner);
  if (!owned) {
    owned = new Map();
    byOwner.set(command.owner, owned);
  }
  owned.set(command.clientId, command);
  queue.push(command);
}

/** Forgets what is a month old at `now`; what `isOpen` says is still something stays for another month. */
export function forgetLasting(memory: LastingMemory, now: number, isOpen: (command: LastingCommand) => boolean): void {
  for (let count = 0; count < FORGOTTEN_A_BATCH_MAX; count++) {
    const oldest = memory.queue[memory.first] as LastingCommand | undefined;
    if (!oldest || oldest.at > now - LASTING_MS) break;
    memory.first++;
    // Journals of the time when ids were forgotten sooner may have one twice: the later one counts.
    const owned = memory.byOwner.get(oldest.owner);
    if (owned?.get(oldest.clientId) !== oldest) continue;
    if (isOpen(oldest)) {
      oldest.at = now;
      memory.queue.push(oldest);
      continue;
    }
    owned.delete(oldest.clientId);
    if (owned.size === 0) memory.byOwner.delete(oldest.owner);
  }
  // Moved up when more than half has been forgotten, so that each one is moved once.
  if (memory.first <= memory.queue.length / 2) return;
  memory.queue = memory.queue.slice(memory.first);
  memory.first = 0;
}
