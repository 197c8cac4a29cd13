/*
 * The core's book (plan, then apply) against nodejs-order-book on one stream of limit orders, cancels and crossing
 * orders. Both must produce the same trades. Each size runs in its own process, in which the two alternate.
 */
import { fork } from 'node:child_process';
import { OrderBook } from 'nodejs-order-book';
import {
  addOrder,
  bestTicks,
  createBook,
  hasOrder,
  orderCount,
  reduceOrder,
  removeOrder,
} from '../../server/core/market/book';
import { createPlan, planMatch } from '../../server/core/market/matching';
import { machine, markdownOf, median, spreadOf, type BenchTable } from './table';

interface BookBenchCase {
  resting: number;
  rounds: number;
  /** Operations per turn. The peer slows down with depth, so it processes fewer of the same stream. */
  turn: number;
  peerTurn: number;
}

interface BookBenchFigures {
  resting: number;
  /** Operations per second, one value per turn. */
  ours: number[];
  peer: number[];
  tradesCompared: number;
  levels: number;
}

const CASES: readonly BookBenchCase[] = [
  { resting: 1_000, rounds: 9, turn: 400_000, peerTurn: 50_000 },
  { resting: 10_000, rounds: 9, turn: 400_000, peerTurn: 40_000 },
  { resting: 100_000, rounds: 9, turn: 400_000, peerTurn: 10_000 },
  { resting: 1_000_000, rounds: 7, turn: 400_000, peerTurn: 3_000 },
];
const WARM_UP_ROUNDS = 2;
const SEED = 20_150_501;

const PLACE = 0;
const CANCEL = 1;

/**
 * Operations in parallel arrays. The peer's string ids are created beforehand, so that their creation is not measured.
 */
interface Stream {
  count: number;
  kind: Uint8Array;
  order: Float64Array;
  id: string[];
  buys: Uint8Array;
  ticks: Int32Array;
  lots: Int32Array;
}

/** Trades in order: the resting order, the price, the quantity. */
interface Trades<Maker> {
  maker: Maker[];
  ticks: number[];
  lots: number[];
}

interface Contestant {
  /** Runs operations from (inclusive) to (exclusive) of the stream. */
  run(from: number, to: number): void;
}

/** Measures every size and returns the table. Takes about two minutes. */
export async function runBookBench(): Promise<BenchTable> {
  const rows: string[][] = [];
  for (const { resting } of CASES) rows.push(rowOf(await measureInChild(resting)));
  return {
    title: 'Matching: the core’s book (plan, apply, id table) and nodejs-order-book, same stream, same trades',
    columns: ['resting', 'levels', 'core ops/s', 'spread', 'peer ops/s', 'spread', 'ratio', 'trades compared'],
    rows,
    notes: [
      'Medians over alternating turns in one process per size; 10 % of the operations cross,',
      'the rest are passive orders and cancels that keep the number resting level; distance from the touch is exponential',
      `with a mean of 1,000 ticks. Seed ${SEED}.`,
      machine(),
    ],
  };
}

/** Runs one size in this process. */
export function measureBook({ resting, rounds, turn, peerTurn }: BookBenchCase): BookBenchFigures {
  const turns = WARM_UP_ROUNDS + rounds;
  const { stream, levels } = createStream(resting, turns * turn);
  const trades: Trades<number> = { maker: [], ticks: [], lots: [] };
  const peerTrades: Trades<string> = { maker: [], ticks: [], lots: [] };
  const core = createCore(stream, trades);
  const peer = createPeer(stream, peerTrades);
  core.run(0, resting);
  peer.run(0, resting);

  const figures: BookBenchFigures = { resting, ours: [], peer: [], tradesCompared: 0, levels };
  for (let round = 0; round < turns; round += 1) {
    const ours = opsPerSecond(core, resting + round * turn, turn);
    const theirs = opsPerSecond(peer, resting + round * peerTurn, peerTurn);
    if (round < WARM_UP_ROUNDS) continue;
    figures.ours.push(ours);
    figures.peer.push(theirs);
  }
  figures.tradesCompared = comparePrefix(trades, peerTrades);
  return figures;
}

function opsPerSecond(contestant: Contestant, from: number, count: number): number {
  // Collects garbage first, so that neither pays for the other's.
  globalThis.gc?.();
  const start = process.hrtime.bigint();
  contestant.run(from, from + count);
  return (count * 1e9) / Number(process.hrtime.bigint() - start);
}

function createCore(stream: Stream, trades: Trades<number>): Contestant {
  const book = createBook();
  const plan = createPlan();

  function place(index: number): void {
    const side = stream.buys[index] === 1 ? 'buy' : 'sell';
    const order = stream.order[index];
    const ticks = stream.ticks[index];
    const lots = stream.lots[index];
    // Every order has its own owner, because the peer runs without self-trade prevention.
    planMatch(
      book,
      {
        side,
        owner: order,
        limitTicks: ticks,
        lots,
        quoteBudget: null,
        quotePerTickLot: 1n,
        selfTrade: 'cancel_taker',
        makersMax: 500,
      },
      plan,
    );
    for (let step = 0; step < plan.steps; step += 1) {
      reduceOrder(book, plan.order[step], plan.lots[step]);
      trades.maker.push(plan.order[step]);
      trades.ticks.push(plan.ticks[step]);
      trades.lots.push(plan.lots[step]);
    }
    if (plan.remainingLots > 0) addOrder(book, side, order, order, ticks, plan.remainingLots);
  }

  return {
    run(from, to) {
      for (let index = from; index < to; index += 1) {
        if (stream.kind[index] === PLACE) place(index);
        else removeOrder(book, stream.order[index]);
      }
    },
  };
}

function createPeer(stream: Stream, trades: Trades<string>): Contestant {
  const book = new OrderBook();

  function record(maker: string, ticks: number, lots: number): void {
    trades.maker.push(maker);
    trades.ticks.push(ticks);
    trades.lots.push(lots);
  }

  function place(index: number): void {
    const id = stream.id[index];
    const price = stream.ticks[index];
    const { done, partial, partialQuantityProcessed, err } = book.limit({
      side: (stream.buys[index] === 1 ? 'buy' : 'sell') as Parameters<OrderBook['limit']>[0]['side'],
      id,
      size: stream.lots[index],
      price,
    });
    if (err !== null) throw new Error(`peer refused order ${id}`);
    // `done` has the fully filled makers and, last, the taker if it was filled. A partial fill is the last maker or the
    // taker.
    for (const order of done) if (order.id !== id) record(order.id, (order as { price: number }).price, order.size);
    if (partial !== null && partial.id !== id) record(partial.id, partial.price, partialQuantityProcessed);
  }

  return {
    run(from, to) {
      for (let index = from; index < to; index += 1) {
        if (stream.kind[index] === PLACE) place(index);
        else if (book.cancel(stream.id[index]) === undefined) throw new Error(`peer does not know ${stream.id[index]}`);
      }
    },
  };
}

function comparePrefix(ours: Trades<number>, peer: Trades<string>): number {
  const count = peer.maker.length;
  if (count === 0 || count > ours.maker.length) throw new Error(`peer made ${count} trades, we ${ours.maker.length}`);
  for (let trade = 0; trade < count; trade += 1) {
    const same =
      ours.maker[trade] === Number(peer.maker[trade]) &&
      ours.ticks[trade] === peer.ticks[trade] &&
      ours.lots[trade] === peer.lots[trade];
    if (!same) throw new Error(`trade ${trade} differs`);
  }
  return count;
}

/** `resting` passive orders, then `count` operations that keep about that many resting. Not timed. */
function createStream(resting: number, count: number): { stream: Stream; levels: number } {
  const chance = createChance(SEED);
  const book = createBook();
  const plan = createPlan();
  const length = resting + count;
  const stream: Stream = {
    count: length,
    kind: new Uint8Array(length),
    order: new Float64Array(length),
    id: [],
    buys: new Uint8Array(length),
    ticks: new Int32Array(length),
    lots: new Int32Array(length),
  };
  const placed: number[] = [];
  let levels = 0;
  for (let index = 0; index < length; index += 1) {
    if (index === resting) levels = book.levelsUsed;
    const crosses = index >= resting && chance() < 0.1;
    const cancels = index >= resting && !crosses && chance() < (orderCount(book) < resting ? 0.4 : 0.6);
    if (cancels) cancel(index);
    else place(index, crosses);
  }
  return { stream, levels };

  function cancel(index: number): void {
    let order = 0;
    while (order === 0 || !hasOrder(book, order)) {
      const at = Math.floor(chance() * placed.length);
      order = placed[at];
      placed[at] = placed[placed.length - 1];
      placed.pop();
    }
    removeOrder(book, order);
    stream.kind[index] = CANCEL;
    stream.order[index] = order;
    stream.id.push(String(order));
  }

  function place(index: number, crosses: boolean): void {
    const order = index + 1;
    const side = chance() < 0.5 ? 'buy' : 'sell';
    const away = side === 'buy' ? -1 : 1;
    const touch = bestTicks(book, side === 'buy' ? 'sell' : 'buy') || 3_000_000 - away;
    const distance = crosses ? -5 : 1 + Math.floor(-1_000 * Math.log(1 - chance()));
    const ticks = touch + away * distance;
    const lots = 1 + Math.floor(chance() * (crosses ? 200 : 100));
    stream.kind[index] = PLACE;
    stream.order[index] = order;
    stream.id.push(String(order));
    stream.buys[index] = side === 'buy' ? 1 : 0;
    stream.ticks[index] = ticks;
    stream.lots[index] = lots;
    const taker = { side, owner: order, limitTicks: ticks, lots, quoteBudget: null, quotePerTickLot: 1n } as const;
    planMatch(book, { ...taker, selfTrade: 'cancel_taker', makersMax: 500 }, plan);
    for (let step = 0; step < plan.steps; step += 1) reduceOrder(book, plan.order[step], plan.lots[step]);
    if (plan.remainingLots === 0) return;
    addOrder(book, side, order, order, ticks, plan.remainingLots);
    placed.push(order);
  }
}

/** mulberry32: uniform in [0, 1), the same for the same seed on every platform. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function measureInChild(resting: number): Promise<BookBenchFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(__filename, [String(resting)], { execArgv: ['--expose-gc', '--max-old-space-size=8192'] });
    child.once('message', (figures) => resolve(figures as BookBenchFigures));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`book bench of ${resting} ended with ${code}`)));
  });
}

function rowOf({ resting, ours, peer, tradesCompared, levels }: BookBenchFigures): string[] {
  return [
    resting.toLocaleString('en'),
    levels.toLocaleString('en'),
    millions(median(ours)),
    spreadOf(ours),
    millions(median(peer)),
    spreadOf(peer),
    `${(median(ours) / median(peer)).toFixed(0)} ×`,
    tradesCompared.toLocaleString('en'),
  ];
}

function millions(opsPerSecond: number): string {
  return `${(opsPerSecond / 1e6).toPrecision(3)} M`;
}

if (require.main === module) {
  const size = process.argv[2];
  const only = CASES.find(({ resting }) => String(resting) === size);
  if (only !== undefined && process.send) process.send(measureBook(only));
  else void runBookBench().then((table) => console.log(markdownOf(table)));
}
