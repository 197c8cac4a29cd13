/** A binary heap: what comes first is at hand, the rest is in no order. */
export class Heap<T> {
  private readonly items: T[] = [];

  constructor(private readonly isBefore: (one: T, other: T) => boolean) {}

  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    const { items } = this;
    let place = items.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.isBefore(item, items[above])) break;
      items[place] = items[above];
      place = above;
    }
    items[place] = item;
  }

  pop(): T | undefined {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.isBefore(items[below + 1], items[below])) below++;
      if (!this.isBefore(items[below], last)) break;
      items[place] = items[below];
      place = below;
    }
    items[place] = last;
    return first;
  }
}
