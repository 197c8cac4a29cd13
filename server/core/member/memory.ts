/**
 * What makes a retry safe: the client ids of each sender's last 2,000 accepted commands, and of orders that are still open.
 * There are tens of millions of them on a busy day, so they stand in one table of typed arrays, some seventy bytes each,
 * outside the reach of the collector; nothing here costs more with their number, and the table grows piece by piece.
 */
import { createBuckets } from './buckets';
import { hashOfKey, KEY_WORDS, packClientId, unpackClientId } from './client-id-key';
import { bitsOf, hex } from './digest-bits';

export const REMEMBERED_MAX = 2_000;

export interface RememberedCommand {
  clientId: string;
  /** Fingerprint of the payload, 12 hex digits. */
  digest: string;
  /** The first outcome: position of the batch, and what it made (order, withdrawal, hold) or null. */
  position: number;
  id: number | null;
}

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

/** Slots of one piece of the table. */
const PIECE_BITS = 13;
const PIECE = 1 << PIECE_BITS;
const NONE = -1;

/*
 * One slot is sixteen words, a line of a processor's cache: what is looked at together lies together. Words 12 to 15 are two
 * doubles. Nothing but the newest, the oldest and the next younger one of an owner is linked: what ends in the middle, which
 * only journals of before make happen, is walked to.
 */
const SLOT_WORDS = 16;
const OWNER = 0;
const KEY = 1;
const DIGEST_LOW = 8;
/** 16 bits, and above them whether it is kept. */
const DIGEST_HIGH = 9;
const KEPT_BIT = 1 << 16;
/** The next younger of the same owner, or the next free one. */
const NEWER = 10;
/** The next in the same bucket. */
const CHAIN = 11;
/** In doubles. */
const SLOT_DOUBLES = 8;
const POSITION = 6;
/** NaN for none. */
const MADE = 7;

interface Piece {
  words: Int32Array;
  doubles: Float64Array;
}

interface Owned {
  count: number;
  oldest: number;
  newest: number;
  kept: Set<number> | null;
}

/** @param most of the recent ones of each sender; tests take fewer */
export function createMemory(most = REMEMBERED_MAX): CommandMemory {
  const pieces: Piece[] = [];
  const owned = new Map<number, Owned>();
  let slots = 0;
  let free = NONE;
  const wanted = new Int32Array(KEY_WORDS);
  /** Whose client id was looked for last and not found: it is looked for again when its command has been accepted. */
  let missing: { owner: number; clientId: string } | null = null;

  const word = (slot: number, field: number): number => {
    return pieces[slot >> PIECE_BITS].words[(slot & (PIECE - 1)) * SLOT_WORDS + field];
  };
  const setWord = (slot: number, field: number, value: number): void => {
    pieces[slot >> PIECE_BITS].words[(slot & (PIECE - 1)) * SLOT_WORDS + field] = value;
  };
  const double = (slot: number, field: number): number => {
    return pieces[slot >> PIECE_BITS].doubles[(slot & (PIECE - 1)) * SLOT_DOUBLES + field];
  };
  const isKept = (slot: number): boolean => (word(slot, DIGEST_HIGH) & KEPT_BIT) !== 0;

  const buckets = createBuckets({
    hashOf: (slot) => {
      const from = (slot & (PIECE - 1)) * SLOT_WORDS;
      const { words } = pieces[slot >> PIECE_BITS];
      return hashOfKey(words[from + OWNER], words, from + KEY);
    },
    next: (slot) => word(slot, CHAIN),
    setNext: (slot, next) => {
      setWord(slot, CHAIN, next);
    },
  });

  function takeSlot(): number {
    if (free !== NONE) {
      const slot = free;
      free = word(slot, NEWER);
      return slot;
    }
    if (slots === pieces.length * PIECE) {
      const words = new Int32Array(PIECE * SLOT_WORDS);
      pieces.push({ words, doubles: new Float64Array(words.buffer) });
    }
    return slots++;
  }

  function slotOf(owner: number, clientId: string): number {
    packClientId(clientId, wanted);
    missing = null;
    for (let slot = buckets.first(hashOfKey(owner, wanted, 0)); slot !== NONE; slot = word(slot, CHAIN)) {
      if (isAt(slot, owner)) return slot;
    }
    missing = { owner, clientId };
    return NONE;
  }

  function isAt(slot: number, owner: number): boolean {
    const { words } = pieces[slot >> PIECE_BITS];
    const from = (slot & (PIECE - 1)) * SLOT_WORDS;
    if (words[from + OWNER] !== owner) return false;
    for (let index = 0; index < KEY_WORDS; index++) if (words[from + KEY + index] !== wanted[index]) return false;
    return true;
  }

  function find(owner: number, clientId: string): RememberedCommand | null {
    const slot = slotOf(owner, clientId);
    return slot === NONE ? null : read(slot);
  }

  function read(slot: number): RememberedCommand {
    const { words } = pieces[slot >> PIECE_BITS];
    const from = (slot & (PIECE - 1)) * SLOT_WORDS;
    const made = double(slot, MADE);
    return {
      clientId: unpackClientId(words, from + KEY),
      digest: hex(words[from + DIGEST_HIGH] & 0xffff, 4) + hex(words[from + DIGEST_LOW] >>> 0, 8),
      position: double(slot, POSITION),
      id: Number.isNaN(made) ? null : made,
    };
  }

  /** A slot of its own for a command, in no list yet. */
  function write(owner: number, { clientId, digest, position, id }: RememberedCommand): number {
    if (missing?.owner !== owner || missing.clientId !== clientId) {
      // Journals of the time when ids were forgotten sooner may have one twice: the later one counts.
      const before = slotOf(owner, clientId);
      if (before !== NONE) drop(owner, before);
    }
    // Others may have been looked for since: the key stands in `wanted` only until the next look.
    missing = null;
    const slot = takeSlot();
    const { words, doubles } = pieces[slot >> PIECE_BITS];
    const from = (slot & (PIECE - 1)) * SLOT_WORDS;
    words[from + OWNER] = owner;
    for (let index = 0; index < KEY_WORDS; index++) words[from + KEY + index] = wanted[index];
    words[from + DIGEST_HIGH] = bitsOf(digest, 0, 4);
    words[from + DIGEST_LOW] = bitsOf(digest, 4, 12);
    doubles[(slot & (PIECE - 1)) * SLOT_DOUBLES + POSITION] = position;
    doubles[(slot & (PIECE - 1)) * SLOT_DOUBLES + MADE] = id ?? Number.NaN;
    buckets.add(slot);
    return slot;
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
    own.oldest = word(oldest, NEWER);
    own.count--;
    const made = double(oldest, MADE);
    const openUnder = Number.isNaN(made) ? null : openAs(made);
    // What it made may be a withdrawal or a hold, with the number of an order.
    if (openUnder !== null && openUnder === read(oldest).clientId) keepSlot(own, oldest);
    else release(oldest);
  }

  function append(own: Owned, slot: number): void {
    setWord(slot, NEWER, NONE);
    if (own.newest === NONE) own.oldest = slot;
    else setWord(own.newest, NEWER, slot);
    own.newest = slot;
    own.count++;
  }

  function unlink(own: Owned, slot: number): void {
    const newer = word(slot, NEWER);
    let older = NONE;
    for (let walked = own.oldest; walked !== slot; walked = word(walked, NEWER)) older = walked;
    if (older === NONE) own.oldest = newer;
    else setWord(older, NEWER, newer);
    if (newer === NONE) own.newest = older;
    own.count--;
  }

  function keepSlot(own: Owned, slot: number): void {
    setWord(slot, DIGEST_HIGH, word(slot, DIGEST_HIGH) | KEPT_BIT);
    own.kept ??= new Set();
    own.kept.add(slot);
  }

  function drop(owner: number, slot: number): void {
    const own = ownedBy(owner);
    if (isKept(slot)) own.kept?.delete(slot);
    else unlink(own, slot);
    release(slot);
  }

  function release(slot: number): void {
    missing = null;
    buckets.remove(slot);
    setWord(slot, NEWER, free);
    free = slot;
  }

  function forgetOrder(owner: number, clientId: string, order: number): void {
    // Nearly nobody has any: the table is asked only where something is kept.
    if (!owned.get(owner)?.kept?.size) return;
    const slot = slotOf(owner, clientId);
    if (slot !== NONE && isKept(slot) && double(slot, MADE) === order) drop(owner, slot);
  }

  function recent(owner: number): RememberedCommand[] {
    const commands: RememberedCommand[] = [];
    const first = owned.get(owner)?.oldest ?? NONE;
    for (let slot = first; slot !== NONE; slot = word(slot, NEWER)) commands.push(read(slot));
    return commands;
  }

  function kept(owner: number): RememberedCommand[] {
    const commands = [...(owned.get(owner)?.kept ?? [])].map(read);
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
