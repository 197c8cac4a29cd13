/**
 * Client ids that are remembered for a month, whatever else their owner sends: those of what moves money other than by
 * trading, and of all that staff send. A month of them are millions, so they stand in one table of typed arrays, 72 bytes each
 * and four more for its index, as the recent ones of everybody do (`memory.ts`).
 */
import type { CommandType } from '../command';
import { createBuckets } from './buckets';
import { hashOfKey, KEY_WORDS, packClientId, unpackClientId } from './client-id-key';
import { bitsOf, hex } from './digest-bits';
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
  /** What is remembered under a sender's client id; null when nothing is. */
  find: (owner: number, clientId: string) => RememberedCommand | null;
  remember: (command: LastingCommand) => void;
  /** Forgets what is a month old at `now`; what `isOpen` says is still something stays for another month. */
  forget: (now: number, isOpen: (command: LastingCommand) => boolean) => void;
  /** All of them, in the order in which they are forgotten. */
  queue: () => Iterable<LastingCommand>;
}

/** What decide may see. */
export type LastingMemoryView = Pick<LastingMemory, 'find'>;

/** Slots of one piece of the table. */
const PIECE_BITS = 12;
const PIECE = 1 << PIECE_BITS;
const NONE = -1;

/* One slot is eighteen words, of which the last six are three doubles. */
const SLOT_WORDS = 18;
const OWNER = 0;
const KEY = 1;
const DIGEST_LOW = 8;
/** 16 bits, above them the number of the type, and above that whether a later command has the same id. */
const DIGEST_HIGH = 9;
const TYPE_SHIFT = 16;
const REPLACED_BIT = 1 << 30;
/** The one to forget after it, or the next free one. */
const AFTER = 10;
/** The next in the same bucket. */
const CHAIN = 11;
/** In doubles. */
const SLOT_DOUBLES = 9;
const POSITION = 6;
/** NaN for none. */
const MADE = 7;
const AT = 8;

interface Piece {
  words: Int32Array;
  doubles: Float64Array;
}

export function createLastingMemory(): LastingMemory {
  const pieces: Piece[] = [];
  /** The types of commands by the numbers that they have in this table. */
  const types: CommandType[] = [];
  const numbers = new Map<CommandType, number>();
  const wanted = new Int32Array(KEY_WORDS);
  let slots = 0;
  let free = NONE;
  let oldest = NONE;
  let newest = NONE;

  const word = (slot: number, field: number): number => {
    return pieces[slot >> PIECE_BITS].words[(slot & (PIECE - 1)) * SLOT_WORDS + field];
  };
  const setWord = (slot: number, field: number, value: number): void => {
    pieces[slot >> PIECE_BITS].words[(slot & (PIECE - 1)) * SLOT_WORDS + field] = value;
  };
  const double = (slot: number, field: number): number => {
    return pieces[slot >> PIECE_BITS].doubles[(slot & (PIECE - 1)) * SLOT_DOUBLES + field];
  };
  const setDouble = (slot: number, field: number, value: number): void => {
    pieces[slot >> PIECE_BITS].doubles[(slot & (PIECE - 1)) * SLOT_DOUBLES + field] = value;
  };

  const buckets = createBuckets({
    hashOf: (slot) => {
      const from = (slot & (PIECE - 1)) * SLOT_WORDS;
      return hashOfKey(word(slot, OWNER), pieces[slot >> PIECE_BITS].words, from + KEY);
    },
    next: (slot) => word(slot, CHAIN),
    setNext: (slot, next) => {
      setWord(slot, CHAIN, next);
    },
  });

  function takeSlot(): number {
    if (free !== NONE) {
      const slot = free;
      free = word(slot, AFTER);
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
    for (let slot = buckets.first(hashOfKey(owner, wanted, 0)); slot !== NONE; slot = word(slot, CHAIN)) {
      if (word(slot, OWNER) === owner && wanted.every((part, index) => word(slot, KEY + index) === part)) return slot;
    }
    return NONE;
  }

  function find(owner: number, clientId: string): RememberedCommand | null {
    const slot = slotOf(owner, clientId);
    if (slot === NONE) return null;
    const { digest, position, id } = read(slot);
    return { clientId, digest, position, id };
  }

  function read(slot: number): LastingCommand {
    const high = word(slot, DIGEST_HIGH);
    const made = double(slot, MADE);
    return {
      at: double(slot, AT),
      owner: word(slot, OWNER),
      type: types[(high & ~REPLACED_BIT) >>> TYPE_SHIFT],
      clientId: unpackClientId(pieces[slot >> PIECE_BITS].words, (slot & (PIECE - 1)) * SLOT_WORDS + KEY),
      digest: hex(high & 0xffff, 4) + hex(word(slot, DIGEST_LOW) >>> 0, 8),
      position: double(slot, POSITION),
      id: Number.isNaN(made) ? null : made,
    };
  }

  function remember({ owner, clientId, digest, type, position, id, at }: LastingCommand): void {
    // Journals of the time when ids were forgotten sooner may have one twice: the later one counts.
    const before = slotOf(owner, clientId);
    if (before !== NONE) {
      buckets.remove(before);
      setWord(before, DIGEST_HIGH, word(before, DIGEST_HIGH) | REPLACED_BIT);
    }
    const slot = takeSlot();
    setWord(slot, OWNER, owner);
    wanted.forEach((part, index) => setWord(slot, KEY + index, part));
    setWord(slot, DIGEST_LOW, bitsOf(digest, 4, 12));
    setWord(slot, DIGEST_HIGH, bitsOf(digest, 0, 4) | (numberOf(type) << TYPE_SHIFT));
    setDouble(slot, POSITION, position);
    setDouble(slot, MADE, id ?? Number.NaN);
    buckets.add(slot);
    append(slot, at);
  }

  function numberOf(type: CommandType): number {
    let number = numbers.get(type);
    if (number === undefined) {
      number = types.push(type) - 1;
      numbers.set(type, number);
    }
    return number;
  }

  function append(slot: number, at: number): void {
    setDouble(slot, AT, at);
    setWord(slot, AFTER, NONE);
    if (newest === NONE) oldest = slot;
    else setWord(newest, AFTER, slot);
    newest = slot;
  }

  function forget(now: number, isOpen: (command: LastingCommand) => boolean): void {
    for (let count = 0; count < FORGOTTEN_A_BATCH_MAX; count++) {
      const slot = oldest;
      if (slot === NONE || double(slot, AT) > now - LASTING_MS) return;
      oldest = word(slot, AFTER);
      if (oldest === NONE) newest = NONE;
      const isReplaced = (word(slot, DIGEST_HIGH) & REPLACED_BIT) !== 0;
      if (!isReplaced && isOpen(read(slot))) {
        append(slot, now);
        continue;
      }
      if (!isReplaced) buckets.remove(slot);
      setWord(slot, AFTER, free);
      free = slot;
    }
  }

  function* queue(): Iterable<LastingCommand> {
    for (let slot = oldest; slot !== NONE; slot = word(slot, AFTER)) yield read(slot);
  }

  return { find, remember, forget, queue };
}
