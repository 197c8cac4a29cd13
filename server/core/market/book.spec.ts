import type { OrderSide } from './order';
import {
  LOTS_MAX,
  OWNER_MAX,
  addOrder,
  bestTicks,
  createBook,
  firstSlot,
  forEachOrder,
  hasOrder,
  lotsOf,
  nextSlot,
  orderCount,
  reduceOrder,
  removeOrder,
  type Book,
  type BookView,
} from './book';
import { NONE } from './typed-arrays';
import { TICKS_MAX } from './price-tree';

const OWNER = 10_000_001;

type Row = [order: number, ticks: number, lots: number];

function bookOf(side: OrderSide, ...rows: Row[]): Book {
  const book = createBook();
  for (const [order, ticks, lots] of rows) addOrder(book, side, order, OWNER, ticks, lots);
  return book;
}

function rowsOf(view: BookView, side: OrderSide): Row[] {
  const rows: Row[] = [];
  forEachOrder(view, side, (order, _owner, ticks, lots) => rows.push([order, ticks, lots]));
  return rows;
}

/** Multiplicative congruence: a deterministic pseudo-random order of visits. */
function shuffled(numbers: number[]): number[] {
  const chance = (index: number) => Math.imul(index + 1, 0x9e3779b9) >>> 0;
  return numbers
    .map((number, index) => ({ number, rank: chance(index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ number }) => number);
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('an empty book', () => {
  it('has no best price, no first order and no orders', () => {
    const book = createBook();
    expect(bestTicks(book, 'buy')).toBe(0);
    expect(bestTicks(book, 'sell')).toBe(0);
    expect(firstSlot(book, 'buy')).toBe(NONE);
    expect(orderCount(book)).toBe(0);
    expect(hasOrder(book, 1)).toBe(false);
    expect(rowsOf(book, 'sell')).toEqual([]);
  });
});

describe('priority', () => {
  it('puts the highest buy first', () => {
    const book = bookOf('buy', [1, 100, 5], [2, 102, 5], [3, 101, 5]);
    expect(rowsOf(book, 'buy').map(([order]) => order)).toEqual([2, 3, 1]);
    expect(bestTicks(book, 'buy')).toBe(102);
  });

  it('puts the lowest sell first', () => {
    const book = bookOf('sell', [1, 101, 5], [2, 100, 5], [3, 102, 5]);
    expect(rowsOf(book, 'sell').map(([order]) => order)).toEqual([2, 1, 3]);
    expect(bestTicks(book, 'sell')).toBe(100);
  });

  it('goes by arrival, not by id, within a price', () => {
    expect(rowsOf(bookOf('buy', [9, 100, 1], [4, 100, 2], [7, 100, 3]), 'buy')).toEqual([
      [9, 100, 1],
      [4, 100, 2],
      [7, 100, 3],
    ]);
  });

  it('stays when an order is reduced', () => {
    const book = bookOf('sell', [1, 100, 5], [2, 100, 5]);
    reduceOrder(book, 1, 4);
    expect(rowsOf(book, 'sell')).toEqual([
      [1, 100, 1],
      [2, 100, 5],
    ]);
  });

  it('separates the sides at equal prices', () => {
    const book = bookOf('buy', [1, 100, 5]);
    addOrder(book, 'sell', 2, OWNER, 100, 6);
    expect(rowsOf(book, 'buy')).toEqual([[1, 100, 5]]);
    expect(rowsOf(book, 'sell')).toEqual([[2, 100, 6]]);
    expect(orderCount(book)).toBe(2);
  });

  it('walks a level and goes on to the next', () => {
    const book = bookOf('buy', [1, 100, 5], [2, 101, 5], [3, 101, 5]);
    const first = firstSlot(book, 'buy');
    const second = nextSlot(book, first);
    const third = nextSlot(book, second);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(nextSlot(book, third)).toBe(NONE);
  });
});

describe('removing orders', () => {
  it.each([
    ['first', 1, [2, 3]],
    ['middle', 2, [1, 3]],
    ['last', 3, [1, 2]],
  ])('closes the queue behind the %s order of a level', (_place, removed, rest) => {
    const book = bookOf('sell', [1, 100, 5], [2, 100, 5], [3, 100, 5]);
    removeOrder(book, removed);
    addOrder(book, 'sell', 4, OWNER, 100, 5);
    expect(rowsOf(book, 'sell').map(([order]) => order)).toEqual([...rest, 4]);
  });

  it('removes an order without a remainder', () => {
    const book = bookOf('buy', [1, 100, 5]);
    reduceOrder(book, 1, 5);
    expect(hasOrder(book, 1)).toBe(false);
    expect(bestTicks(book, 'buy')).toBe(0);
    expect(orderCount(book)).toBe(0);
  });

  it('falls back to the next price when the best level empties, and returns when it is refilled', () => {
    const book = bookOf('buy', [1, 100, 5], [2, 90, 5]);
    removeOrder(book, 1);
    expect(bestTicks(book, 'buy')).toBe(90);
    addOrder(book, 'buy', 3, OWNER, 100, 7);
    expect(rowsOf(book, 'buy')).toEqual([
      [3, 100, 7],
      [2, 90, 5],
    ]);
  });

  it('accepts a removed id again', () => {
    const book = bookOf('buy', [1, 100, 5]);
    removeOrder(book, 1);
    addOrder(book, 'sell', 1, OWNER, 200, 3);
    expect(lotsOf(book, 1)).toBe(3);
    expect(rowsOf(book, 'buy')).toEqual([]);
  });
});

describe('range limits', () => {
  it('accepts the lowest and the highest price on both sides', () => {
    const book = createBook();
    for (const [order, ticks] of [1, TICKS_MAX, TICKS_MAX - 1, 2 ** 29, 31, 32, 33].entries()) {
      addOrder(book, 'buy', order + 1, OWNER, ticks, 1);
      addOrder(book, 'sell', order + 101, OWNER, ticks, 1);
    }
    const rising = [1, 31, 32, 33, 2 ** 29, TICKS_MAX - 1, TICKS_MAX];
    expect(rowsOf(book, 'sell').map(([, ticks]) => ticks)).toEqual(rising);
    expect(rowsOf(book, 'buy').map(([, ticks]) => ticks)).toEqual([...rising].reverse());
  });

  it('keeps the largest id, owner and quantity exactly', () => {
    const book = createBook();
    addOrder(book, 'buy', Number.MAX_SAFE_INTEGER, OWNER_MAX, 1, LOTS_MAX);
    reduceOrder(book, Number.MAX_SAFE_INTEGER, 1);
    const seen: number[][] = [];
    forEachOrder(book, 'buy', (...row) => seen.push(row));
    expect(seen).toEqual([[Number.MAX_SAFE_INTEGER, OWNER_MAX, 1, LOTS_MAX - 1]]);
  });

  it('distinguishes ids with the same stored hash', () => {
    const [low, high] = [7, 2 ** 32 + ((0x85ebca6b ^ 7) >>> 0)];
    const book = bookOf('buy', [high, 100, 5]);
    expect(hasOrder(book, low)).toBe(false);
    addOrder(book, 'buy', low, OWNER, 100, 6);
    removeOrder(book, high);
    expect(rowsOf(book, 'buy')).toEqual([[low, 100, 6]]);
  });

  it('distinguishes ids with the same low 32 bits', () => {
    const book = createBook();
    const ids = numbersTo(200).map((high) => high * 2 ** 32 + 7);
    for (const [index, id] of ids.entries()) addOrder(book, 'buy', id, OWNER, 100, index + 1);
    expect(ids.map((id) => lotsOf(book, id))).toEqual(numbersTo(200));
    expect(hasOrder(book, 7)).toBe(false);
  });
});

describe('broken invariants', () => {
  const one: Row = [1, 100, 5];

  it.each<[string, (book: Book) => void]>([
    ['an id that already rests', (book) => addOrder(book, 'sell', 1, OWNER, 200, 1)],
    ['an id of zero', (book) => addOrder(book, 'buy', 0, OWNER, 100, 1)],
    ['an id above the safe integers', (book) => addOrder(book, 'buy', 2 ** 53, OWNER, 100, 1)],
    ['a price of zero', (book) => addOrder(book, 'buy', 2, OWNER, 0, 1)],
    ['a price above the highest', (book) => addOrder(book, 'buy', 2, OWNER, TICKS_MAX + 1, 1)],
    ['a price between ticks', (book) => addOrder(book, 'buy', 2, OWNER, 100.5, 1)],
    ['no lots', (book) => addOrder(book, 'buy', 2, OWNER, 100, 0)],
    ['more lots than are safe', (book) => addOrder(book, 'buy', 2, OWNER, 100, 2 ** 53)],
    ['no owner', (book) => addOrder(book, 'buy', 2, 0, 100, 1)],
    ['an owner above int32', (book) => addOrder(book, 'buy', 2, OWNER_MAX + 1, 100, 1)],
    ['reducing by more than remains', (book) => reduceOrder(book, 1, 6)],
    ['reducing by nothing', (book) => reduceOrder(book, 1, 0)],
    ['reducing by part of a lot', (book) => reduceOrder(book, 1, 0.5)],
    ['reducing an order that does not rest', (book) => reduceOrder(book, 2, 1)],
    ['removing an order that does not rest', (book) => removeOrder(book, 2)],
    ['asking for the lots of an order that does not rest', (book) => lotsOf(book, 2)],
  ])('throw and change nothing: %s', (_name, act) => {
    const book = bookOf('buy', one);
    expect(() => act(book)).toThrow(/^book: /);
    expect(rowsOf(book, 'buy')).toEqual([one]);
    expect(orderCount(book)).toBe(1);
  });
});

describe('growth and reuse', () => {
  const COUNT = 20_000;

  // Ids that follow each other never collide under Fibonacci hashing; scattered ones make runs in the table.
  it.each<[string, (number: number) => number]>([
    ['follow each other', (number) => number],
    ['are scattered', (number) => (Math.imul(number, number ^ 0x5bd1e995) >>> 0) * 2 ** 20 + number],
  ])('finds every order while the id table grows and empties, when ids %s', (_name, idOf) => {
    const book = createBook();
    const numbers = numbersTo(COUNT);
    for (const number of numbers) {
      addOrder(book, number % 2 === 0 ? 'buy' : 'sell', idOf(number), OWNER, 1 + (number % 997), number);
    }
    const leaving = shuffled(numbers);
    for (const half of [leaving.slice(0, COUNT / 2), leaving.slice(COUNT / 2)]) {
      for (const number of half) removeOrder(book, idOf(number));
      const left = leaving.slice(leaving.indexOf(half[half.length - 1]) + 1);
      expect(orderCount(book)).toBe(left.length);
      expect(half.filter((number) => hasOrder(book, idOf(number)))).toEqual([]);
      expect(left.filter((number) => lotsOf(book, idOf(number)) !== number)).toEqual([]);
    }
  });

  it('keeps the price order over a wide span of sparse, changing prices', () => {
    const book = createBook();
    const ticksOf = (id: number) => Math.imul(id, 0x9e3779b9) >>> 2 || 1;
    for (const id of numbersTo(COUNT)) addOrder(book, 'sell', id, OWNER, ticksOf(id), 1);
    for (const id of numbersTo(COUNT)) if (id % 3 !== 0) removeOrder(book, id);
    const expected = numbersTo(COUNT)
      .filter((id) => id % 3 === 0)
      .map(ticksOf)
      .sort((a, b) => a - b);
    expect(rowsOf(book, 'sell').map(([, ticks]) => ticks)).toEqual(expected);
  });

  it('memory for a million passing orders depends on the few that rest at a time', () => {
    const book = createBook();
    const bytes = () =>
      [book.slotInts, book.levelInts, book.nodeChildren, book.nodeBitmaps, book.table].reduce(
        (sum, pool) => sum + pool.byteLength,
        0,
      );
    const RESTING = 100;
    for (let id = 1; id <= 1_000_000; id += 1) {
      addOrder(book, 'buy', id, OWNER, Math.imul(id, 0x9e3779b9) >>> 2 || 1, 1);
      if (id > RESTING) removeOrder(book, id - RESTING);
    }
    expect(orderCount(book)).toBe(RESTING);
    // One sparse order needs at most a slot, a level, two table entries and five nodes, each pool doubled at most once too often.
    expect(bytes()).toBeLessThan(2 * (RESTING + 2) * (32 + 32 + 32 + 5 * 132));
  });
});
