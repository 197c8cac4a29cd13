/**
 * The server of the browser benchmark, in its own process: the product with its built client, and in front of it a
 * socket with the gateway's protocol. This socket sends the requested number of changes at the requested rate, and the
 * other effects of trading: trades, moving candles, a beat of forty tickers, and fills of the user's own orders.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import { SOCKET_PATH, type Level, type Ticker } from '../../../shared/wire/market-data';
import type { MarketRecord } from '../../../shared/wire/product';
import { HttpExchange } from '../../tools/people/http-exchange';
import { FedMarket } from './fed-market';
import { FedUser } from './fed-user';

/**
 * Requests of the benchmark: a number of updates with a number of changes per book, every `everyMs` or as fast as they
 * are read.
 */
export interface Feeding {
  updates: number;
  changes: number;
  everyMs: number;
  /** Market of the best ask in the answer. */
  market: string;
}

/** Expected content of the screen if it still listens, for the book and for the user's own data. */
export interface Shown {
  ask: Level;
  /** USDT. */
  available: string;
}

/** Address of the screen, and the ticket of its user. */
export interface Fed {
  url: string;
  ticket: string;
}

const CLIENT = path.resolve(__dirname, '../../../client');
const SEED = 20_260_303;
const MARKETS = 40;
const BEAT_UPDATES = 10;
/** Two fills per second. */
const FILL_UPDATES = 5;
/** Maximum number of messages in flight before the page must confirm that it has read them. */
const UNREAD_MAX = 50;

interface Topic {
  channel: string;
  market?: string;
  interval?: string;
}

const names = ['BTC-USDT', 'ETH-USDT', ...Array.from({ length: MARKETS - 2 }, (_, at) => `C${at + 10}-USDT`)];
const markets = new Map(names.map((name, at) => [name, new FedMarket(name, SEED + at * 1_000)]));
const marketOf = (name = names[0]): FedMarket => markets.get(name) ?? (markets.get(names[0]) as FedMarket);
const user = new FedUser([marketOf('BTC-USDT'), marketOf('ETH-USDT')]);

/** Topics that the page has subscribed to. */
const followed = new Map<string, Topic>();
let page: WebSocket | null = null;
/** Updates so far. */
let fed = 0;
/** Position of the tickers. */
let beats = 1_000_000;

async function main(): Promise<void> {
  const exchange = await HttpExchange.start({ DEMO: 'off' }, { client: CLIENT });
  await exchange.listMarkets(await exchange.staff('admin'));
  const { ticket, id } = await exchange.registered('user', 'trader');
  const listed = await exchange.post<{ records: MarketRecord[] }>('/app/product/indexList', {
    ...{ pageIndex: 1, pageSize: 200 },
  });
  const front = createServer((asked, answer) => {
    const data = fabricated(new URL(asked.url ?? '', exchange.url), listed.data.records[0]);
    if (data === undefined) return passOn(exchange.url, asked, answer);
    asked.resume();
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ code: 'success', message: 'Success', data }));
  });
  const sockets = new WebSocketServer({ server: front, path: `${SOCKET_PATH}/`, perMessageDeflate: false });
  sockets.on('connection', (socket) => welcome(socket, id));
  process.on('message', (message: Feeding | 'close') => {
    if (message === 'close') void exchange.stop().then(() => process.exit(0));
    else if (page) void feed(page, message).then((shown) => process.send?.(shown));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  process.send?.({ url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, ticket } satisfies Fed);
}

function welcome(socket: WebSocket, id: number): void {
  page = socket;
  followed.clear();
  socket.send(`0${JSON.stringify({ sid: 'bench', upgrades: [], pingInterval: 25_000, pingTimeout: 60_000 })}`);
  socket.on('message', (bytes: Buffer) => {
    const text = bytes.toString();
    if (text.startsWith('40')) {
      socket.send('40{"sid":"bench"}');
      say(socket, 'session', { code: 'success', message: '', user: id, at: Date.now() });
    }
    const [, asked, json] = /^42(\d*)(.*)$/s.exec(text) ?? [];
    if (json === undefined) return;
    const [event, topic] = JSON.parse(json) as [string, Topic];
    const key = [topic.channel, topic.market, topic.interval].join(':');
    if (event === 'unsubscribe') return void followed.delete(key);
    if (event !== 'subscribe') return;
    followed.set(key, topic);
    const data = { snapshot: snapshotOf(topic) };
    socket.send(`43${asked}${JSON.stringify([{ code: 'success', message: '', data }])}`);
  });
  // Keeps the channels live when no updates are sent.
  const beat = setInterval(() => beatAll(socket), 1_000);
  socket.once('close', () => clearInterval(beat));
}

function say(socket: WebSocket, event: string, data: unknown): void {
  socket.send(`42${JSON.stringify([event, data])}`);
}

/** Returns what the screen must show afterwards. */
async function feed(socket: WebSocket, { updates, changes, everyMs, market }: Feeding): Promise<Shown> {
  for (let count = 1; count <= updates; count += 1) {
    fed += 1;
    const isBeat = fed % BEAT_UPDATES === 0;
    for (const { channel, market: name } of followed.values()) {
      if (channel === 'depth') say(socket, channel, marketOf(name).difference(changes, isBeat));
      if (channel === 'trade') say(socket, channel, marketOf(name).tradesNow());
    }
    if (fed % FILL_UPDATES === 0) fill(socket);
    if (isBeat) beatAll(socket);
    if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
    if (count % UNREAD_MAX === 0 || count === updates) await read(socket);
  }
  return { ask: marketOf(market).bestAsk(), available: user.available };
}

function fill(socket: WebSocket): void {
  sayOwn(socket, user.update());
}

function sayOwn(socket: WebSocket, told: object): void {
  for (const [channel, push] of Object.entries(told)) if (followed.has(`${channel}::`)) say(socket, channel, push);
}

function tickersNow(): Ticker[] {
  return [...markets.values()].map((market) => ({ ...market.ticker(), position: beats }));
}

function beatAll(socket: WebSocket): void {
  sayOwn(socket, user.beat());
  for (const market of markets.values()) market.beat();
  const isWatched = new Set(
    [...followed.values()].filter(({ channel }) => channel === 'depth').map(({ market }) => market),
  );
  for (const { channel, market: name, interval } of followed.values()) {
    const market = marketOf(name);
    if (channel === 'kline') say(socket, channel, market.candles(interval ?? '1m'));
    if (channel === 'index') say(socket, channel, market.index());
    if (channel !== 'tickers') continue;
    for (const one of markets.values()) if (!isWatched.has(one.name)) one.wander();
    say(socket, channel, { from: beats, to: beats + 1, at: Date.now(), tickers: tickersNow() });
    beats += 1;
  }
}

/** A ping is answered after everything before it was processed. */
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

function snapshotOf({ channel, market: name, interval = '1m' }: Topic): unknown {
  const market = marketOf(name);
  switch (channel) {
    case 'depth':
      return market.snapshot();
    case 'trade':
      return market.trading();
    case 'tickers':
      return { position: beats, at: Date.now(), tickers: tickersNow() };
    case 'index':
      return market.index();
    case 'kline':
      return market.candles(interval);
    case 'order':
      return user.orderSnapshot();
    case 'balance':
      return user.balanceSnapshot();
    case 'position':
      return user.contractSnapshot();
    case 'message':
      return user.messageSnapshot();
    default:
      throw new Error(`${channel} is not fed`);
  }
}

/** Answers with invented data that the product does not have. Undefined for requests to pass on to the product. */
function fabricated({ pathname, searchParams }: URL, like: MarketRecord): unknown {
  switch (pathname) {
    case '/exchange/app/product/indexList': {
      const records = names.map((name) => {
        const [base, quote] = name.split('-');
        return { ...like, name, base, quote, label: `${base}/${quote}`, price: marketOf(name).last };
      });
      return { records, total: records.length, pageIndex: 1, pageSize: 200 };
    }
    case '/exchange/app/spot/tickers':
      return [...markets.values()].map((market) => market.ticker());
    case '/exchange/app/spot/kline': {
      const [to, limit] = [searchParams.get('to'), searchParams.get('limit')];
      const market = marketOf(searchParams.get('market') ?? undefined);
      return market.candlesBefore(to === null ? Infinity : Number(to), Number(limit ?? 500));
    }
    case '/exchange/app/spot/currentOrders':
    case '/exchange/app/spot/historyOrders':
    case '/exchange/app/spot/fills':
      return { records: [], total: 0, pageIndex: 1, pageSize: 20 };
    default:
      return undefined;
  }
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
