/**
 * Deterministic noise: equal key and step give equal values, in any order of calls. A simulation can therefore be evaluated at any time,
 * continues after a restart, and needs no memory.
 */

/** Uniform in [0, 1), a new value each time. */
export type RandomSource = () => number;

/** A 32-bit key of `name` under this seed (FNV-1a). */
export function keyOf(seed: number, name: string): number {
  let key = mixed(0x811c9dc5, seed);
  for (let index = 0; index < name.length; index++) key = Math.imul(key ^ name.charCodeAt(index), 0x01000193);
  return mixed(key, name.length);
}

/** Uniform in [0, 1) for each step of a key. */
export function randomAt(key: number, step: number): number {
  return (mixed(key, step) >>> 0) / 2 ** 32;
}

/** A sequence of chances for one step of a key (mulberry32). */
export function randomFrom(key: number, step: number): RandomSource {
  let state = mixed(key, step);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Varies smoothly between −1 and 1 without drift: one random value per period, interpolated with easing. */
export function smoothNoiseAt(key: number, time: number, periodMs: number): number {
  // Each key has its own phase, so that no two turn at the same time.
  const position = time / periodMs + randomAt(key, -1);
  const step = Math.floor(position);
  const fraction = position - step;
  const eased = fraction * fraction * (3 - 2 * fraction);
  const from = randomAt(key, step);
  return 2 * (from + (randomAt(key, step + 1) - from) * eased) - 1;
}

/** Mixes both words completely: the finalizer of MurmurHash3 (Austin Appleby, public domain). */
function mixed(key: number, step: number): number {
  let word = key ^ Math.imul(step | 0, 0x9e3779b1) ^ Math.imul(Math.floor(step / 2 ** 32), 0x85ebca77);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}
