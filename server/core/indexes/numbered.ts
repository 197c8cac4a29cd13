/**
 * A map of what is numbered one after the other: orders and holds. Those of neighbouring numbers lie together, so that the table
 * by which they are found is a small one, and whoever comes or goes has most of what it takes at hand. A hash strews numbers over all
 * of memory, and at some hundred thousands of them most of a look-up is waiting for that. It is told in the order in which they came,
 * as long as numbers rise.
 */
export class Numbered<V extends object> implements Map<number, V> {
  size = 0;
  // Hidden from who compares two of them: equal is what holds the same.
  readonly #pages = new Map<number, Page<V>>();
  /** The one looked at last: what comes in order is looked for there again. */
  #last: Page<V> | undefined;

  constructor(entries: Iterable<readonly [number, V]> = []) {
    for (const [number, value] of entries) this.set(number, value);
  }

  get(number: number): V | undefined {
    const page = Math.floor(number / PAGE);
    return this.pageOf(page)?.values[number - page * PAGE];
  }

  has(number: number): boolean {
    return this.get(number) !== undefined;
  }

  set(number: number, value: V): this {
    const at = Math.floor(number / PAGE);
    const page = this.pageOf(at) ?? this.open(at);
    const slot = number - at * PAGE;
    if (page.values[slot] === undefined) {
      page.count++;
      this.size++;
    }
    page.values[slot] = value;
    return this;
  }

  delete(number: number): boolean {
    const at = Math.floor(number / PAGE);
    const page = this.pageOf(at);
    const slot = number - at * PAGE;
    if (page?.values[slot] === undefined) return false;
    page.values[slot] = undefined;
    page.count--;
    this.size--;
    if (page.count === 0) this.close(page);
    return true;
  }

  clear(): void {
    this.#pages.clear();
    this.#last = undefined;
    this.size = 0;
  }

  *entries(): MapIterator<[number, V]> {
    for (const { at, values } of this.#pages.values()) {
      for (let slot = 0; slot < PAGE; slot++) {
        const value = values[slot];
        if (value !== undefined) yield [at * PAGE + slot, value];
      }
    }
  }

  *keys(): MapIterator<number> {
    for (const [number] of this.entries()) yield number;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[number, V]> {
    return this.entries();
  }

  forEach(hear: (value: V, number: number, all: Map<number, V>) => void): void {
    for (const [number, value] of this.entries()) hear(value, number, this);
  }

  get [Symbol.toStringTag](): string {
    return 'Numbered';
  }

  private pageOf(at: number): Page<V> | undefined {
    const last = this.#last;
    if (last?.at === at) return last;
    const page = this.#pages.get(at);
    if (page !== undefined) this.#last = page;
    return page;
  }

  private open(at: number): Page<V> {
    const page: Page<V> = { at, count: 0, values: new Array<V | undefined>(PAGE).fill(undefined) };
    this.#pages.set(at, page);
    this.#last = page;
    return page;
  }

  private close(page: Page<V>): void {
    this.#pages.delete(page.at);
    if (this.#last === page) this.#last = undefined;
  }
}

/** Few enough that one old order among thousands that have ended costs little more than itself. */
const PAGE = 32;

interface Page<V> {
  /** Its place among all pages: numbers from `at × PAGE` on. */
  at: number;
  /** How many of its numbers there are. */
  count: number;
  values: (V | undefined)[];
}
