/** Counts accesses, independent of the machine: look-ups in maps and sets, and entries visited by iterations. */
import { NumberedMap } from '../../server/core/indexes/numbered-map';

type Method = (this: unknown, ...given: unknown[]) => unknown;
type Walk = (this: unknown) => Iterator<unknown>;

export function countLookups(act: () => void): number {
  let looks = 0;
  let isWithin = false;
  const replaced: (() => void)[] = [];

  /** A lookup in a composite map counts once, without the lookups in its inner maps. */
  function count<T>(look: () => T): T {
    if (isWithin) return look();
    looks++;
    isWithin = true;
    try {
      return look();
    } finally {
      isWithin = false;
    }
  }
  const looked = (before: Method): Method =>
    function (...given) {
      return count(() => before.apply(this, given));
    };
  const walked = (before: Walk): Walk =>
    function () {
      const walk = before.call(this);
      const next = walk.next.bind(walk);
      return Object.assign(walk, { next: () => count(next) });
    };

  function replace(of: object, name: string | symbol, made: (before: never) => unknown): void {
    const before = Object.getOwnPropertyDescriptor(of, name);
    if (!before) return;
    Object.defineProperty(of, name, { ...before, value: made(before.value as never) });
    replaced.push(() => Object.defineProperty(of, name, before));
  }

  for (const kind of [Map.prototype, Set.prototype, NumberedMap.prototype]) {
    for (const name of ['get', 'has']) replace(kind, name, looked);
    for (const name of ['values', 'keys', 'entries', Symbol.iterator]) replace(kind, name, walked);
  }
  try {
    act();
  } finally {
    for (const restore of replaced) restore();
  }
  return looks;
}
