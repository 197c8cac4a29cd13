/**
 * Chance that repeats itself: the same key and step give the same value, whatever was asked before. So a simulation can
 * be asked for any moment, goes on where it was after a restart, and needs no memory.
 */

/** Uniform in [0, 1), a new value each time. */
export type Chance = () => number;

/** A key of 32 bits for everything that is called `name` under this seed (FNV-1a). */
export function keyOf(seed: number, name: string): number {
  let key = mixed(0x811c9dc5, seed);
  for (let index = 0; index < name.length; index++) key = Math.imul(key ^ name.charCodeAt(index), 0x01000193);
  return mixed(key, name.length);
}

/** Uniform in [0, 1) for each step of a key. */
export function chanceAt(key: number, step: number): number {
  return (mixed(key, step) >>> 0) / 2 ** 32;
}

/** A sequence of chances for one step of a key (mulberry32). */
export function chanceFrom(key: number, step: number): Chance {
  let state = mixed(key, step);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Wanders smoothly between −1 and 1 without drift: a value by chance once a period, eased in between. */
export function swayAt(key: number, time: number, periodMs: number): number {
  // Every key begins its periods at another moment, so that no two turn at the same time.
  const place = time / periodMs + chanceAt(key, -1);
  const step = Math.floor(place);
  const part = place - step;
  const eased = part * part * (3 - 2 * part);
  const from = chanceAt(key, step);
  return 2 * (from + (chanceAt(key, step + 1) - from) * eased) - 1;
}

/** Both words count fully: the finalizer of MurmurHash3 (Austin Appleby, public domain). */
function mixed(key: number, step: number): number {
  let word = key ^ Math.imul(step | 0, 0x9e3779b1) ^ Math.imul(Math.floor(step / 2 ** 32), 0x85ebca77);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}
