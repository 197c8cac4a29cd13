/**
 * The server of the browser benchmark, a process of its own: the product with its built client, and in front of it a socket
 * that speaks as the gateway does but sends as many book changes, as fast, as it is told to.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  SOCKET_PATH,
  depthChecksum,
  type DepthDifference,
  type DepthSnapshot,
  type Level,
} from '../../shared/wire/market-data';
import { decimalOf } from '../../shared/rules/units';
import { HttpExchange } from '../tools/http-exchange';
import { chanceOf } from '../tools/live-exchange';

/** What the bench may ask for: so many updates of so many changes each, `everyMs` apart or as fast as they are taken. */
export interface Feeding {
  updates: number;
  changes: number;
  everyMs: number;
}

const CLIENT = path.resolve(__dirname, '../../client');
const SEED = 20_260_303;
const LEVELS = 1_500;
const MIDDLE = 50_000;
const BEAT_UPDATES = 10;
/** So many messages may be under way before the page has to say that it has read them. */
const UNREAD_MAX = 50;

type Request = { channel: string; market?: string; interval?: string };

/** Levels on a fixed grid around a fixed middle; each change is a new quantity, one in five takes the level away. */
class FedBook {
  private readonly chance = chanceOf(SEED);
  private readonly quantities = { bids: this.filled(), asks: this.filled() };
  private seq = 1_000;

  constructor(private readonly market: string) {}

  snapshot(): DepthSnapshot {
    const [bids, asks] = [this.best('bids', LEVELS), this.best('asks', LEVELS)];
    return { market: this.market, seq: this.seq, bids, asks, checksum: depthChecksum(bids, asks) };
  }

  bestAsk(): Level {
    return this.best('asks', 1)[0];
  }

  /** `changes` different levels, half of them on each side, from the touch outwards. */
  difference(changes: number, withChecksum: boolean): DepthDifference {
    const from = this.seq;
    if (changes > 0) this.seq += 1;
    const [bids, asks] = [this.changed('bids', changes / 2), this.changed('asks', changes / 2)];
    const checksum = withChecksum ? { checksum: depthChecksum(this.best('bids', 10), this.best('asks', 10)) } : {};
    return { market: this.market, from, to: this.seq, bids, asks, ...checksum };
  }

  private filled(): string[] {
    return Array.from({ length: LEVELS }, () => this.quantity());
  }

  private quantity(): string {
    return decimalOf(BigInt(10_000 + Math.floor(this.chance() * 90_000)), 4);
  }

  private changed(side: 'bids' | 'asks', count: number): Level[] {
    const stride = Math.max(1, Math.floor(LEVELS / Math.max(count, 1) / 2));
    const begin = Math.floor(this.chance() * stride);
    return Array.from({ length: count }, (_, index): Level => {
      const at = begin + index * stride;
      this.quantities[side][at] = this.chance() < 0.2 ? '0' : this.quantity();
      return [this.price(side, at), this.quantities[side][at]];
    });
  }

  private best(side: 'bids' | 'asks', count: number): Level[] {
    const levels: Level[] = [];
    for (let at = 0; at < LEVELS && levels.length < count; at += 1) {
      const quantity = this.quantities[side][at];
      if (quantity !== '0') levels.push([this.price(side, at), quantity]);
    }
    return levels;
  }

  private price(side: 'bids' | 'asks', at: number): string {
    const cents = MIDDLE * 100 + (side === 'bids' ? -1 - at : 1 + at);
    return decimalOf(BigInt(cents), 2);
  }
}

async function main(): Promise<void> {
  const exchange = await HttpExchange.start({ DEMO: 'off' }, { client: CLIENT });
  await exchange.listMarkets(await exchange.staff('admin'));
  const front = createServer((asked, answer) => passOn(exchange.url, asked, answer));
  const sockets = new WebSocketServer({ server: front, path: `${SOCKET_PATH}/`, perMessageDeflate: false });
  const books = new Map<string, FedBook>();
  let watched: { socket: WebSocket; book: FedBook } | null = null;

  sockets.on('connection', (socket) => {
    socket.send(`0${JSON.stringify({ sid: 'bench', upgrades: [], pingInterval: 25_000, pingTimeout: 60_000 })}`);
    socket.on('message', (bytes: Buffer) => {
      const text = bytes.toString();
      if (text.startsWith('40')) socket.send('40{"sid":"bench"}');
      const [, id, json] = /^42(\d+)(.*)$/s.exec(text) ?? [];
      if (id === undefined) return;
      const [event, topic] = JSON.parse(json) as [string, Request];
      if (event !== 'subscribe') return;
      const market = topic.market ?? '';
      const book = books.get(market) ?? new FedBook(market);
      books.set(market, book);
      if (topic.channel === 'depth') watched = { socket, book };
      socket.send(`43${id}${JSON.stringify([{ code: 'success', message: '', data: answerTo(topic, book) }])}`);
    });
    const beat = setInterval(() => beatAll(socket, [...books.keys()]), 1_000);
    socket.once('close', () => clearInterval(beat));
  });

  process.on('message', (message: Feeding | 'close') => {
    if (message === 'close') void exchange.stop().then(() => process.exit(0));
    else if (watched) void feed(watched.socket, watched.book, message).then((best) => process.send?.(best));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  process.send?.(`http://127.0.0.1:${(front.address() as AddressInfo).port}`);
}

/** Gives the best ask that the screen must now show. */
async function feed(socket: WebSocket, book: FedBook, { updates, changes, everyMs }: Feeding): Promise<Level> {
  for (let count = 1; count <= updates; count += 1) {
    const difference = book.difference(changes, count % BEAT_UPDATES === 0);
    socket.send(`42${JSON.stringify(['depth', difference])}`);
    if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
    if (count % UNREAD_MAX === 0 || count === updates) await read(socket);
  }
  return book.bestAsk();
}

/** A ping is answered when everything before it has been handled. */
function read(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = (bytes: Buffer): void => {
      if (bytes.toString() !== '3') return;
      socket.off('message', onMessage);
      resolve();
    };
    socket.on('message', onMessage);
    socket.send('2');
  });
}

function answerTo({ channel, market = '', interval = '1m' }: Request, book: FedBook): { snapshot: unknown } {
  if (channel === 'depth') return { snapshot: book.snapshot() };
  if (channel === 'trade') return { snapshot: { market, seq: 1_000, trades: [] } };
  if (channel === 'ticker') return { snapshot: tickerOf(market) };
  return { snapshot: { market, interval, position: 1_000, candles: [] } };
}

/** What keeps the other channels live. */
function beatAll(socket: WebSocket, markets: readonly string[]): void {
  for (const market of markets) {
    socket.send(`42${JSON.stringify(['ticker', tickerOf(market)])}`);
    socket.send(`42${JSON.stringify(['trade', { market, from: 1_000, to: 1_000, trades: [] }])}`);
  }
}

function tickerOf(market: string) {
  const price = String(MIDDLE);
  const figures = { last: price, open: price, change: '0', changeRatio: '0', high: price, low: price };
  return { market, position: 1_000, ...figures, baseVolume: '1', quoteVolume: price };
}

function passOn(to: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers } = asked;
  const passed = request(`${to}${url}`, { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  passed.once('error', () => answer.destroy());
  asked.pipe(passed);
}

void main();
