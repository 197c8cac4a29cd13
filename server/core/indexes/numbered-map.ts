/**
 * A map for consecutively numbered objects: orders and holds. Neighbouring numbers share a page, so the page table is small and most
 * accesses hit the cache. A hash map scatters them over memory: with some hundred thousand entries, lookups mostly wait for memory.
 * Iteration follows insertion order as long as numbers rise.
 */
export class NumberedMap<V extends object> implements Map<number, V> {
  size = 0;
  // Private, so that equality checks compare contents only.
  readonly #pages = new Map<number, Page<V>>();
  /** The last page used; sequential lookups hit it again. */
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

  forEach(callback: (value: V, number: number, map: Map<number, V>) => void): void {
    for (const [number, value] of this.entries()) callback(value, number, this);
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

/** Small, so that one old order among thousands of ended ones keeps little more memory than its own. */
const PAGE = 32;

interface Page<V> {
  /** Index among all pages; it contains the numbers from `at × PAGE` on. */
  at: number;
  /** Number of elements in the page. */
  count: number;
  values: (V | undefined)[];
}
