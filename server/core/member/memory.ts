/**
 * What makes a retry safe: the client ids of each sender's last 2,000 accepted commands, and of orders that are still open, some
 * seventy bytes each.
 */
import { createClientIdTable, NONE, type RememberedCommand } from './client-id-table';

export type { RememberedCommand } from './client-id-table';

export const REMEMBERED_MAX = 2_000;

export interface CommandMemory {
  /** What is remembered under a sender's client id; null when nothing is. */
  find: (owner: number, clientId: string) => RememberedCommand | null;
  /**
   * Remembers an accepted command. The oldest falls out, unless what it made is still an open order: `openAs` says under which
   * client id the owner's order of that number is open, null when it is not.
   */
  remember: (owner: number, command: RememberedCommand, openAs: (order: number) => string | null) => void;
  /** An order has ended: its client id need not outlive the recent ones any more. */
  forgetOrder: (owner: number, clientId: string, order: number) => void;
  /** Everyone who has any, in the order of their first. */
  owners: () => Iterable<number>;
  /** The recent ones, oldest first. */
  recent: (owner: number) => RememberedCommand[];
  /** Those that fell out of the recent ones while their order was open, by order. */
  kept: (owner: number) => RememberedCommand[];
  /** As `kept` told it: for a state that is restored. */
  keep: (owner: number, command: RememberedCommand) => void;
}

/** What decide may see. */
export type CommandMemoryView = Pick<CommandMemory, 'find'>;

const KEPT = 1;

/** Through the newest, the oldest and the next younger one: what ends in the middle, only journals of before, is walked to. */
interface Owned {
  count: number;
  oldest: number;
  newest: number;
  kept: Set<number> | null;
}

/** @param most of the recent ones of each sender; tests take fewer */
export function createMemory(most = REMEMBERED_MAX): CommandMemory {
  const table = createClientIdTable({ hasTimes: false });
  const owned = new Map<number, Owned>();
  /** Whose client id was looked for last and not found: it is not looked for again when its command has been accepted. */
  let missing: { owner: number; clientId: string } | null = null;

  function slotOf(owner: number, clientId: string): number {
    const slot = table.slotOf(owner, clientId);
    missing = slot === NONE ? { owner, clientId } : null;
    return slot;
  }

  function find(owner: number, clientId: string): RememberedCommand | null {
    const slot = slotOf(owner, clientId);
    return slot === NONE ? null : table.read(slot);
  }

  /** A slot of its own for a command, in no list yet. */
  function write(owner: number, command: RememberedCommand): number {
    if (missing?.owner !== owner || missing.clientId !== command.clientId) {
      // Journals of the time when ids were forgotten sooner may have one twice: the later one counts.
      const before = slotOf(owner, command.clientId);
      if (before !== NONE) drop(owner, before);
    }
    missing = null;
    return table.add(owner, command);
  }

  function ownedBy(owner: number): Owned {
    let own = owned.get(owner);
    if (!own) {
      own = { count: 0, oldest: NONE, newest: NONE, kept: null };
      owned.set(owner, own);
    }
    return own;
  }

  function remember(owner: number, command: RememberedCommand, openAs: (order: number) => string | null): void {
    const slot = write(owner, command);
    const own = ownedBy(owner);
    append(own, slot);
    if (own.count <= most) return;
    const { oldest } = own;
    own.oldest = table.next(oldest);
    own.count--;
    const made = table.madeBy(oldest);
    const openUnder = Number.isNaN(made) ? null : openAs(made);
    // What it made may be a withdrawal or a hold, with the number of an order.
    if (openUnder !== null && openUnder === table.read(oldest).clientId) keepSlot(own, oldest);
    else release(oldest);
  }

  function append(own: Owned, slot: number): void {
    if (own.newest === NONE) own.oldest = slot;
    else table.setNext(own.newest, slot);
    own.newest = slot;
    own.count++;
  }

  function unlink(own: Owned, slot: number): void {
    const newer = table.next(slot);
    let older = NONE;
    for (let walked = own.oldest; walked !== slot; walked = table.next(walked)) older = walked;
    if (older === NONE) own.oldest = newer;
    else table.setNext(older, newer);
    if (newer === NONE) own.newest = older;
    own.count--;
  }

  function keepSlot(own: Owned, slot: number): void {
    table.setMark(slot, KEPT);
    own.kept ??= new Set();
    own.kept.add(slot);
  }

  function drop(owner: number, slot: number): void {
    const own = ownedBy(owner);
    if (table.mark(slot) === KEPT) own.kept?.delete(slot);
    else unlink(own, slot);
    release(slot);
  }

  function release(slot: number): void {
    table.hide(slot);
    table.free(slot);
  }

  function forgetOrder(owner: number, clientId: string, order: number): void {
    // Nearly nobody has any: the table is asked only where something is kept.
    if (!owned.get(owner)?.kept?.size) return;
    const slot = slotOf(owner, clientId);
    if (slot !== NONE && table.mark(slot) === KEPT && table.madeBy(slot) === order) drop(owner, slot);
  }

  function recent(owner: number): RememberedCommand[] {
    const commands: RememberedCommand[] = [];
    const first = owned.get(owner)?.oldest ?? NONE;
    for (let slot = first; slot !== NONE; slot = table.next(slot)) commands.push(table.read(slot));
    return commands;
  }

  function kept(owner: number): RememberedCommand[] {
    const commands = [...(owned.get(owner)?.kept ?? [])].map(table.read);
    return commands.sort((one, other) => (one.id ?? 0) - (other.id ?? 0));
  }

  return {
    find,
    remember,
    forgetOrder,
    owners: () => owned.keys(),
    recent,
    kept,
    keep: (owner, command) => keepSlot(ownedBy(owner), write(owner, command)),
  };
}
