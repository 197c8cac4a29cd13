/**
 * Idempotency of retries: the client ids of each sender's last 2,000 accepted commands and of open orders, about
 * seventy bytes each.
 */
import { createClientIdTable, NONE, type RememberedCommand } from './client-id-table';

export type { RememberedCommand } from './client-id-table';

export const REMEMBERED_MAX = 2_000;

export interface CommandMemory {
  /** Returns the remembered command for a sender's client id, else null. */
  find: (owner: number, clientId: string) => RememberedCommand | null;
  /**
   * Remembers an accepted command. Drops the oldest one, unless it created an order that is still open: `openAs` returns the client id of
   * the owner's open order with that number, else null.
   */
  remember: (owner: number, command: RememberedCommand, openAs: (order: number) => string | null) => void;
  /** Called when an order has ended: its client id is then kept only while it is recent. */
  forgetOrder: (owner: number, clientId: string, order: number) => void;
  /** Every sender with entries, in order of the first entry. */
  owners: () => Iterable<number>;
  /** Recent entries, oldest first. */
  recent: (owner: number) => RememberedCommand[];
  /** Commands no longer among the recent ones whose order was open at that time, by order. */
  keptCommands: (owner: number) => RememberedCommand[];
  /** Restores an entry of `keptSlots`. */
  keep: (owner: number, command: RememberedCommand) => void;
}

/** Read-only view for decide. */
export type CommandMemoryView = Pick<CommandMemory, 'find'>;

const KEPT = 1;

/** Linked list with the newest, the oldest and the next younger entry. Removal in the middle, only in older journals, walks the list. */
interface OwnerMemory {
  count: number;
  oldestSlot: number;
  newestSlot: number;
  keptSlots: Set<number> | null;
}

/** @param max maximum recent entries per sender; tests use fewer */
export function createMemory(max = REMEMBERED_MAX): CommandMemory {
  const table = createClientIdTable({ hasTimes: false });
  const owned = new Map<number, OwnerMemory>();
  /** The last client id without a match; it saves a second lookup after its command is accepted. */
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

  /** Creates a slot for a command, not yet in a list. */
  function write(owner: number, command: RememberedCommand): number {
    if (missing?.owner !== owner || missing.clientId !== command.clientId) {
      // Older journals forgot ids sooner and may repeat one: the later command counts.
      const before = slotOf(owner, command.clientId);
      if (before !== NONE) drop(owner, before);
    }
    missing = null;
    return table.add(owner, command);
  }

  function ownedBy(owner: number): OwnerMemory {
    let memory = owned.get(owner);
    if (!memory) {
      memory = { count: 0, oldestSlot: NONE, newestSlot: NONE, keptSlots: null };
      owned.set(owner, memory);
    }
    return memory;
  }

  function remember(owner: number, command: RememberedCommand, openAs: (order: number) => string | null): void {
    const slot = write(owner, command);
    const memory = ownedBy(owner);
    append(memory, slot);
    if (memory.count <= max) return;
    const { oldestSlot } = memory;
    memory.oldestSlot = table.next(oldestSlot);
    memory.count--;
    const createdId = table.madeBy(oldestSlot);
    const openUnder = Number.isNaN(createdId) ? null : openAs(createdId);
    // Withdrawals and holds may have the same number as an order, so the client ids are compared too.
    if (openUnder !== null && openUnder === table.read(oldestSlot).clientId) keepSlot(memory, oldestSlot);
    else release(oldestSlot);
  }

  function append(memory: OwnerMemory, slot: number): void {
    if (memory.newestSlot === NONE) memory.oldestSlot = slot;
    else table.setNext(memory.newestSlot, slot);
    memory.newestSlot = slot;
    memory.count++;
  }

  function unlink(memory: OwnerMemory, slot: number): void {
    const newer = table.next(slot);
    let older = NONE;
    for (let walked = memory.oldestSlot; walked !== slot; walked = table.next(walked)) older = walked;
    if (older === NONE) memory.oldestSlot = newer;
    else table.setNext(older, newer);
    if (newer === NONE) memory.newestSlot = older;
    memory.count--;
  }

  function keepSlot(memory: OwnerMemory, slot: number): void {
    table.setMark(slot, KEPT);
    memory.keptSlots ??= new Set();
    memory.keptSlots.add(slot);
  }

  function drop(owner: number, slot: number): void {
    const memory = ownedBy(owner);
    if (table.mark(slot) === KEPT) memory.keptSlots?.delete(slot);
    else unlink(memory, slot);
    release(slot);
  }

  function release(slot: number): void {
    table.hide(slot);
    table.free(slot);
  }

  function forgetOrder(owner: number, clientId: string, order: number): void {
    // Few senders have kept entries, so the table is read only if there are any.
    if (!owned.get(owner)?.keptSlots?.size) return;
    const slot = slotOf(owner, clientId);
    if (slot !== NONE && table.mark(slot) === KEPT && table.madeBy(slot) === order) drop(owner, slot);
  }

  function recent(owner: number): RememberedCommand[] {
    const commands: RememberedCommand[] = [];
    const first = owned.get(owner)?.oldestSlot ?? NONE;
    for (let slot = first; slot !== NONE; slot = table.next(slot)) commands.push(table.read(slot));
    return commands;
  }

  function keptCommands(owner: number): RememberedCommand[] {
    const commands = [...(owned.get(owner)?.keptSlots ?? [])].map(table.read);
    return commands.sort((one, other) => (one.id ?? 0) - (other.id ?? 0));
  }

  return {
    find,
    remember,
    forgetOrder,
    owners: () => owned.keys(),
    recent,
    keptCommands,
    keep: (owner, command) => keepSlot(ownedBy(owner), write(owner, command)),
  };
}
