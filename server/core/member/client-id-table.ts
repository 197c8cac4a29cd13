/**
 * Accepted commands by sender and client id, in slots of typed arrays that the garbage collector does not scan: a busy
 * day has tens of millions. No operation gets slower with their number, and the table grows piece by piece. The owner
 * of the table decides on order and expiry.
 */
import { createBuckets } from './buckets';
import { hashOfKey, KEY_WORDS, packClientId, unpackClientId } from './client-id-key';

export interface RememberedCommand {
  clientId: string;
  /** Fingerprint of the payload, 12 hex digits. */
  digest: string;
  /** The first outcome: position of the batch, and the number of the created object (order, withdrawal, hold) or null. */
  position: number;
  id: number | null;
}

export interface ClientIdTable {
  /** The slot of a sender's client id; `NONE` if there is none. */
  slotOf: (owner: number, clientId: string) => number;
  /** Adds a slot for a client id that the immediately preceding `slotOf` did not find. */
  add: (owner: number, command: RememberedCommand) => number;
  read: (slot: number) => RememberedCommand;
  ownerOf: (slot: number) => number;
  /** Number of the created object; NaN for none. */
  madeBy: (slot: number) => number;
  /** Hides the slot from lookups; it stays readable until it is freed. */
  hide: (slot: number) => void;
  /** Frees a hidden slot. */
  free: (slot: number) => void;
  /** A small number for the table's owner, initially 0, and a link to another slot. */
  mark: (slot: number) => number;
  setMark: (slot: number, mark: number) => void;
  next: (slot: number) => number;
  setNext: (slot: number, next: number) => void;
  /** A time, if the table was created with times. */
  time: (slot: number) => number;
  setTime: (slot: number, time: number) => void;
}

export const NONE = -1;
export const MARK_MAX = 0x7fff;

/** Log2 of the slots per piece of the table. */
const PIECE_BITS = 13;
const PIECE = 1 << PIECE_BITS;

/*
 * One slot is sixteen words, one cache line, so that a lookup reads one line. Words 12 to 15 are two doubles; a slot with a time has a
 * third after them.
 */
const OWNER = 0;
const KEY = 1;
const DIGEST_LOW = 8;
/** The low 16 bits; the mark is above them. */
const DIGEST_HIGH = 9;
const MARK_SHIFT = 16;
/** Another slot linked by the owner, or the next free one. */
const NEXT = 10;
/** The next slot in the same bucket. */
const CHAIN = 11;
const WORDS = 16;
/** Index in doubles. */
const POSITION = 6;
/** Index in doubles; the value is NaN if nothing was created. */
const MADE = 7;
const TIME = 8;

interface Piece {
  words: Int32Array;
  doubles: Float64Array;
}

export function createClientIdTable({ hasTimes }: { hasTimes: boolean }): ClientIdTable {
  const slotWords = hasTimes ? WORDS + 2 : WORDS;
  const slotDoubles = slotWords / 2;
  const pieces: Piece[] = [];
  let slots = 0;
  let firstFree = NONE;
  const searchKey = new Int32Array(KEY_WORDS);

  const word = (slot: number, field: number): number => {
    return pieces[slot >> PIECE_BITS].words[(slot & (PIECE - 1)) * slotWords + field];
  };
  const setWord = (slot: number, field: number, value: number): void => {
    pieces[slot >> PIECE_BITS].words[(slot & (PIECE - 1)) * slotWords + field] = value;
  };
  const double = (slot: number, field: number): number => {
    return pieces[slot >> PIECE_BITS].doubles[(slot & (PIECE - 1)) * slotDoubles + field];
  };
  const setDouble = (slot: number, field: number, value: number): void => {
    pieces[slot >> PIECE_BITS].doubles[(slot & (PIECE - 1)) * slotDoubles + field] = value;
  };

  const buckets = createBuckets({
    hashOf: (slot) => {
      const from = (slot & (PIECE - 1)) * slotWords;
      const { words } = pieces[slot >> PIECE_BITS];
      return hashOfKey(words[from + OWNER], words, from + KEY);
    },
    next: (slot) => word(slot, CHAIN),
    setNext: (slot, next) => {
      setWord(slot, CHAIN, next);
    },
  });

  function takeSlot(): number {
    if (firstFree !== NONE) {
      const slot = firstFree;
      firstFree = word(slot, NEXT);
      return slot;
    }
    if (slots === pieces.length * PIECE) {
      const words = new Int32Array(PIECE * slotWords);
      pieces.push({ words, doubles: new Float64Array(words.buffer) });
    }
    return slots++;
  }

  function slotOf(owner: number, clientId: string): number {
    packClientId(clientId, searchKey);
    for (let slot = buckets.first(hashOfKey(owner, searchKey, 0)); slot !== NONE; slot = word(slot, CHAIN)) {
      if (isAt(slot, owner)) return slot;
    }
    return NONE;
  }

  function isAt(slot: number, owner: number): boolean {
    const { words } = pieces[slot >> PIECE_BITS];
    const from = (slot & (PIECE - 1)) * slotWords;
    if (words[from + OWNER] !== owner) return false;
    for (let index = 0; index < KEY_WORDS; index++) if (words[from + KEY + index] !== searchKey[index]) return false;
    return true;
  }

  function add(owner: number, { digest, position, id }: RememberedCommand): number {
    const slot = takeSlot();
    const { words } = pieces[slot >> PIECE_BITS];
    const from = (slot & (PIECE - 1)) * slotWords;
    words[from + OWNER] = owner;
    // `searchKey` still has the key from the previous lookup.
    for (let index = 0; index < KEY_WORDS; index++) words[from + KEY + index] = searchKey[index];
    words[from + DIGEST_HIGH] = bitsOf(digest, 0, 4);
    words[from + DIGEST_LOW] = bitsOf(digest, 4, 12);
    words[from + NEXT] = NONE;
    setDouble(slot, POSITION, position);
    setDouble(slot, MADE, id ?? Number.NaN);
    buckets.add(slot);
    return slot;
  }

  function read(slot: number): RememberedCommand {
    const { words } = pieces[slot >> PIECE_BITS];
    const from = (slot & (PIECE - 1)) * slotWords;
    const createdId = double(slot, MADE);
    return {
      clientId: unpackClientId(words, from + KEY),
      digest: hex(words[from + DIGEST_HIGH] & 0xffff, 4) + hex(words[from + DIGEST_LOW] >>> 0, 8),
      position: double(slot, POSITION),
      id: Number.isNaN(createdId) ? null : createdId,
    };
  }

  return {
    slotOf,
    add,
    read,
    ownerOf: (slot) => word(slot, OWNER),
    madeBy: (slot) => double(slot, MADE),
    hide: buckets.remove,
    free(slot) {
      setWord(slot, NEXT, firstFree);
      firstFree = slot;
    },
    mark: (slot) => word(slot, DIGEST_HIGH) >>> MARK_SHIFT,
    setMark(slot, mark) {
      setWord(slot, DIGEST_HIGH, (word(slot, DIGEST_HIGH) & 0xffff) | (mark << MARK_SHIFT));
    },
    next: (slot) => word(slot, NEXT),
    setNext(slot, next) {
      setWord(slot, NEXT, next);
    },
    time: (slot) => double(slot, TIME),
    setTime(slot, time) {
      setDouble(slot, TIME, time);
    },
  };
}

/** The bits of the hex digits from `start` to `end`, at most eight digits. */
function bitsOf(digits: string, start: number, end: number): number {
  let bits = 0;
  for (let index = start; index < end; index++) bits = (bits << 4) | digitOf(digits.charCodeAt(index));
  return bits;
}

function digitOf(code: number): number {
  return code < LETTER_A ? code - ZERO : code - LETTER_A + 10;
}
const ZERO = 0x30;
const LETTER_A = 0x61;

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
