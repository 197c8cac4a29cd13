/**
 * A limit order book with price-time priority, as functions over typed arrays.
 *
 * Every pool below is an array that doubles when full and reuses freed indices, so memory follows the number of resting
 * orders and price levels, never the span of prices.
 *
 * - A slot is one resting order: 32 bytes seen through two views of one buffer, so that access to an order is one cache
 *   miss.
 * - A level is one price of one side: the FIFO queue of its slots, linked to the next better and the next worse level.
 * - A node belongs to the tree that finds a level by its price: price-tree.ts.
 * - The table finds a slot by order id: open addressing, at most half full, deletion by shifting back.
 *
 * The tree and the level links are in order of priority, not of price: buy prices are mirrored, so one implementation
 * serves both sides.
 */
import type { OrderSide } from './order';
import { doubleCapacity, NONE, type PoolView } from './typed-arrays';
import {
  BUY,
  createTree,
  enterInTree,
  leaveTree,
  levelAt,
  SELL,
  TICKS_MAX,
  type PriceTree,
  type SideNumber,
} from './price-tree';

/** Quantities are integers from 1 to this many lots. */
export const LOTS_MAX = Number.MAX_SAFE_INTEGER;
/** Owners are user ids from 1 to this. */
export const OWNER_MAX = 2 ** 31 - 1;

export interface Book extends PriceTree {
  /** Slots, 8 integers each; the last four overlay `slotDoubles`. */
  slotInts: Int32Array;
  /** The same buffer, 4 doubles each; the first two overlay `slotInts`. */
  slotDoubles: Float64Array;
  slotsUsed: number;
  slotFree: number;
  orderCount: number;

  /** Levels, 8 integers each. */
  levelInts: Int32Array;
  levelsUsed: number;
  levelFree: number;
  bestBuyLevel: number;
  bestSellLevel: number;

  /** Pairs of hash and slot. */
  table: Int32Array;
  tableBits: number;
}

/** Read-only view of a book for decide, enforced by the compiler. */
export type BookView = PoolView<Book>;

const SLOT_INTS_LOG2 = 3;
const SLOT_DOUBLES_LOG2 = 2;
const SLOT_NEXT = 0;
const SLOT_PREVIOUS = 1;
const SLOT_LEVEL = 2;
const SLOT_OWNER = 3;
const SLOT_ORDER_DOUBLE = 2;
const SLOT_LOTS_DOUBLE = 3;

const LEVEL_INTS_LOG2 = 3;
const LEVEL_TICKS = 0;
const LEVEL_SIDE = 1;
const LEVEL_HEAD = 2;
const LEVEL_TAIL = 3;
const LEVEL_BETTER = 4;
const LEVEL_WORSE = 5;

const CAPACITY_AT_START = 16;
const TABLE_BITS_AT_START = 5;

/** Makes an empty book. */
export function createBook(): Book {
  const { nodeChildren, nodeBitmaps, nodesUsed, nodeFree } = createTree();
  const slots = new ArrayBuffer(CAPACITY_AT_START << (SLOT_INTS_LOG2 + 2));
  return {
    slotInts: new Int32Array(slots),
    slotDoubles: new Float64Array(slots),
    slotsUsed: 0,
    slotFree: NONE,
    orderCount: 0,
    levelInts: new Int32Array(CAPACITY_AT_START << LEVEL_INTS_LOG2),
    levelsUsed: 0,
    levelFree: NONE,
    bestBuyLevel: NONE,
    bestSellLevel: NONE,
    nodeChildren,
    nodeBitmaps,
    nodesUsed,
    nodeFree,
    table: new Int32Array(2 << TABLE_BITS_AT_START).fill(NONE),
    tableBits: TABLE_BITS_AT_START,
  };
}

/**
 * Rests an order at the back of its price level. The cost does not depend on how many orders rest.
 *
 * @param order id, a positive safe integer that does not rest in this book
 * @param owner user id, 1 to `OWNER_MAX`
 * @param ticks price, 1 to `TICKS_MAX`
 * @param lots remaining quantity, 1 to `LOTS_MAX`
 * @throws when the id already rests or a figure is out of its range: a broken invariant, nothing has changed
 */
export function addOrder(book: Book, side: OrderSide, order: number, owner: number, ticks: number, lots: number): void {
  if (!Number.isSafeInteger(order) || order < 1) throw broken('order id out of range', order);
  if ((owner | 0) !== owner || owner < 1) throw broken('owner out of range', order);
  if ((ticks | 0) !== ticks || ticks < 1 || ticks > TICKS_MAX) throw broken('ticks out of range', order);
  if (!Number.isSafeInteger(lots) || lots < 1) throw broken('lots out of range', order);
  if (entryOf(book, order) !== NONE) throw broken('order already rests', order);

  const sideNumber = side === 'buy' ? BUY : SELL;
  let level = levelAt(book, sideNumber, ticks);
  if (level === NONE) level = openLevel(book, sideNumber, ticks);
  const slot = takeSlot(book);
  const { slotInts, slotDoubles, levelInts } = book;
  const tailField = (level << LEVEL_INTS_LOG2) + LEVEL_TAIL;
  const tail = levelInts[tailField];
  const ints = slot << SLOT_INTS_LOG2;
  slotInts[ints + SLOT_NEXT] = NONE;
  slotInts[ints + SLOT_PREVIOUS] = tail;
  slotInts[ints + SLOT_LEVEL] = level;
  slotInts[ints + SLOT_OWNER] = owner;
  const doubles = slot << SLOT_DOUBLES_LOG2;
  slotDoubles[doubles + SLOT_ORDER_DOUBLE] = order;
  slotDoubles[doubles + SLOT_LOTS_DOUBLE] = lots;
  if (tail === NONE) levelInts[(level << LEVEL_INTS_LOG2) + LEVEL_HEAD] = slot;
  else slotInts[(tail << SLOT_INTS_LOG2) + SLOT_NEXT] = slot;
  levelInts[tailField] = slot;
  book.orderCount += 1;
  enterInTable(book, order, slot);
}

/**
 * Reduces a resting order, which keeps its priority and leaves the book when nothing remains.
 *
 * @param lots 1 to the remaining quantity
 * @throws when the order does not rest or less remains: a broken invariant, nothing has changed
 */
export function reduceOrder(book: Book, order: number, lots: number): void {
  const entry = entryOf(book, order);
  if (entry === NONE) throw broken('order does not rest', order);
  const field = (book.table[(entry << 1) + 1] << SLOT_DOUBLES_LOG2) + SLOT_LOTS_DOUBLE;
  const remaining = book.slotDoubles[field];
  if (!Number.isSafeInteger(lots) || lots < 1 || lots > remaining) throw broken('lots to take out of range', order);
  if (lots === remaining) removeEntry(book, entry);
  else book.slotDoubles[field] = remaining - lots;
}

/**
 * Removes a resting order from the book. The cost does not depend on how many orders rest.
 *
 * @throws when the order does not rest: a broken invariant, nothing has changed
 */
export function removeOrder(book: Book, order: number): void {
  const entry = entryOf(book, order);
  if (entry === NONE) throw broken('order does not rest', order);
  removeEntry(book, entry);
}

/** Whether an order with this id rests in the book. */
export function hasOrder(view: BookView, order: number): boolean {
  return entryOf(view, order) !== NONE;
}

/**
 * The remaining lots of a resting order, 1 to `LOTS_MAX`.
 *
 * @throws when the order does not rest
 */
export function lotsOf(view: BookView, order: number): number {
  const entry = entryOf(view, order);
  if (entry === NONE) throw broken('order does not rest', order);
  return slotLots(view, view.table[(entry << 1) + 1]);
}

/** The best price of a side in ticks (highest buy, lowest sell), 0 when the side is empty. */
export function bestTicks(view: BookView, side: OrderSide): number {
  const level = side === 'buy' ? view.bestBuyLevel : view.bestSellLevel;
  return level === NONE ? 0 : view.levelInts[(level << LEVEL_INTS_LOG2) + LEVEL_TICKS];
}

/** Number of resting orders on both sides together. */
export function orderCount(view: BookView): number {
  return view.orderCount;
}

/**
 * The slot of the order with the highest priority of a side; `NONE` if the side is empty. Any write invalidates the
 * walk.
 */
export function firstSlot(view: BookView, side: OrderSide): number {
  const level = side === 'buy' ? view.bestBuyLevel : view.bestSellLevel;
  return level === NONE ? NONE : view.levelInts[(level << LEVEL_INTS_LOG2) + LEVEL_HEAD];
}

/** Returns the slot next in priority: the next at its price, else the first at the next worse price, else `NONE`. */
export function nextSlot(view: BookView, slot: number): number {
  const ints = slot << SLOT_INTS_LOG2;
  const next = view.slotInts[ints + SLOT_NEXT];
  if (next !== NONE) return next;
  const worse = view.levelInts[(view.slotInts[ints + SLOT_LEVEL] << LEVEL_INTS_LOG2) + LEVEL_WORSE];
  return worse === NONE ? NONE : view.levelInts[(worse << LEVEL_INTS_LOG2) + LEVEL_HEAD];
}

/** The id of the order in a slot of the walk. */
export function slotOrder(view: BookView, slot: number): number {
  return view.slotDoubles[(slot << SLOT_DOUBLES_LOG2) + SLOT_ORDER_DOUBLE];
}

/** The user id of the owner of the order in a slot of the walk. */
export function slotOwner(view: BookView, slot: number): number {
  return view.slotInts[(slot << SLOT_INTS_LOG2) + SLOT_OWNER];
}

/** The price in ticks of the order in a slot of the walk. */
export function slotTicks(view: BookView, slot: number): number {
  const level = view.slotInts[(slot << SLOT_INTS_LOG2) + SLOT_LEVEL];
  return view.levelInts[(level << LEVEL_INTS_LOG2) + LEVEL_TICKS];
}

/** The remaining lots of the order in a slot of the walk. */
export function slotLots(view: BookView, slot: number): number {
  return view.slotDoubles[(slot << SLOT_DOUBLES_LOG2) + SLOT_LOTS_DOUBLE];
}

/** Visits the orders of a side from the best price to the worst, by arrival within a price: the canonical order. */
export function forEachOrder(
  view: BookView,
  side: OrderSide,
  visit: (order: number, owner: number, ticks: number, lots: number) => void,
): void {
  for (let slot = firstSlot(view, side); slot !== NONE; slot = nextSlot(view, slot)) {
    visit(slotOrder(view, slot), slotOwner(view, slot), slotTicks(view, slot), slotLots(view, slot));
  }
}

function broken(message: string, order: number): Error {
  return new Error(`book: ${message} (order ${order})`);
}

function removeEntry(book: Book, entry: number): void {
  const slot = book.table[(entry << 1) + 1];
  leaveTable(book, entry);
  const { slotInts, levelInts } = book;
  const ints = slot << SLOT_INTS_LOG2;
  const next = slotInts[ints + SLOT_NEXT];
  const previous = slotInts[ints + SLOT_PREVIOUS];
  const level = slotInts[ints + SLOT_LEVEL];
  if (next === NONE) levelInts[(level << LEVEL_INTS_LOG2) + LEVEL_TAIL] = previous;
  else slotInts[(next << SLOT_INTS_LOG2) + SLOT_PREVIOUS] = previous;
  if (previous === NONE) levelInts[(level << LEVEL_INTS_LOG2) + LEVEL_HEAD] = next;
  else slotInts[(previous << SLOT_INTS_LOG2) + SLOT_NEXT] = next;
  if (next === NONE && previous === NONE) closeLevel(book, level);
  slotInts[ints + SLOT_NEXT] = book.slotFree;
  book.slotFree = slot;
  book.orderCount -= 1;
}

function takeSlot(book: Book): number {
  const freed = book.slotFree;
  if (freed !== NONE) {
    book.slotFree = book.slotInts[(freed << SLOT_INTS_LOG2) + SLOT_NEXT];
    return freed;
  }
  if (book.slotsUsed << SLOT_INTS_LOG2 === book.slotInts.length) {
    book.slotInts = doubleCapacity(book.slotInts);
    book.slotDoubles = new Float64Array(book.slotInts.buffer);
  }
  return book.slotsUsed++;
}

function openLevel(book: Book, side: SideNumber, ticks: number): number {
  const level = takeLevel(book);
  const better = enterInTree(book, side, ticks, level);
  const { levelInts } = book;
  const best = side === BUY ? book.bestBuyLevel : book.bestSellLevel;
  const worse = better === NONE ? best : levelInts[(better << LEVEL_INTS_LOG2) + LEVEL_WORSE];
  const ints = level << LEVEL_INTS_LOG2;
  levelInts[ints + LEVEL_TICKS] = ticks;
  levelInts[ints + LEVEL_SIDE] = side;
  levelInts[ints + LEVEL_HEAD] = NONE;
  levelInts[ints + LEVEL_TAIL] = NONE;
  levelInts[ints + LEVEL_BETTER] = better;
  levelInts[ints + LEVEL_WORSE] = worse;
  if (worse !== NONE) levelInts[(worse << LEVEL_INTS_LOG2) + LEVEL_BETTER] = level;
  if (better !== NONE) levelInts[(better << LEVEL_INTS_LOG2) + LEVEL_WORSE] = level;
  else if (side === BUY) book.bestBuyLevel = level;
  else book.bestSellLevel = level;
  return level;
}

function closeLevel(book: Book, level: number): void {
  const { levelInts } = book;
  const ints = level << LEVEL_INTS_LOG2;
  const side = levelInts[ints + LEVEL_SIDE] === BUY ? BUY : SELL;
  const better = levelInts[ints + LEVEL_BETTER];
  const worse = levelInts[ints + LEVEL_WORSE];
  if (worse !== NONE) levelInts[(worse << LEVEL_INTS_LOG2) + LEVEL_BETTER] = better;
  if (better !== NONE) levelInts[(better << LEVEL_INTS_LOG2) + LEVEL_WORSE] = worse;
  else if (side === BUY) book.bestBuyLevel = worse;
  else book.bestSellLevel = worse;
  leaveTree(book, side, levelInts[ints + LEVEL_TICKS]);
  levelInts[ints + LEVEL_WORSE] = book.levelFree;
  book.levelFree = level;
}

function takeLevel(book: Book): number {
  const freed = book.levelFree;
  if (freed !== NONE) {
    book.levelFree = book.levelInts[(freed << LEVEL_INTS_LOG2) + LEVEL_WORSE];
    return freed;
  }
  if (book.levelsUsed << LEVEL_INTS_LOG2 === book.levelInts.length) book.levelInts = doubleCapacity(book.levelInts);
  return book.levelsUsed++;
}

/* The table of order ids */

/**
 * Fibonacci hashing spreads consecutive ids evenly over the upper bits. Each slot stores 32 bits of the hash, so that neither a miss nor a
 * deletion reads the orders.
 */
function hashOf(order: number): number {
  return Math.imul((order | 0) ^ Math.imul((order / 2 ** 32) | 0, 0x85ebca6b), 0x9e3779b9);
}

function entryOf(view: BookView, order: number): number {
  const { table, slotDoubles } = view;
  const hash = hashOf(order);
  const mask = (table.length >> 1) - 1;
  for (let entry = hash >>> (32 - view.tableBits); ; entry = (entry + 1) & mask) {
    const slot = table[(entry << 1) + 1];
    if (slot === NONE) return NONE;
    if (table[entry << 1] === hash && slotDoubles[(slot << SLOT_DOUBLES_LOG2) + SLOT_ORDER_DOUBLE] === order)
      return entry;
  }
}

function enterInTable(book: Book, order: number, slot: number): void {
  if (book.orderCount << 2 > book.table.length) growTable(book);
  placeInTable(book.table, book.tableBits, hashOf(order), slot);
}

function placeInTable(table: Int32Array, bits: number, hash: number, slot: number): void {
  const mask = (1 << bits) - 1;
  let entry = hash >>> (32 - bits);
  while (table[(entry << 1) + 1] !== NONE) entry = (entry + 1) & mask;
  table[entry << 1] = hash;
  table[(entry << 1) + 1] = slot;
}

function growTable(book: Book): void {
  const { table } = book;
  const bits = book.tableBits + 1;
  const larger = new Int32Array(2 << bits).fill(NONE);
  for (let field = 0; field < table.length; field += 2) {
    if (table[field + 1] !== NONE) placeInTable(larger, bits, table[field], table[field + 1]);
  }
  book.table = larger;
  book.tableBits = bits;
}

/** Shifts later entries of the run back over the hole, so that no tombstones pile up under a stream of cancels. */
function leaveTable(book: Book, entry: number): void {
  const { table } = book;
  const mask = (table.length >> 1) - 1;
  const homeShift = 32 - book.tableBits;
  let hole = entry;
  for (let later = (entry + 1) & mask; table[(later << 1) + 1] !== NONE; later = (later + 1) & mask) {
    const home = table[later << 1] >>> homeShift;
    const mayMove = ((later - home) & mask) >= ((later - hole) & mask);
    if (!mayMove) continue;
    table[hole << 1] = table[later << 1];
    table[(hole << 1) + 1] = table[(later << 1) + 1];
    hole = later;
  }
  table[(hole << 1) + 1] = NONE;
}
