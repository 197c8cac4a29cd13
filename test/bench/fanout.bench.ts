/*
 * Market data to 1,000 sockets: the product's gateway, stock socket.io (`io.to(room).emit`, websocket only, no
 * compression) and bare ws. Each has its own server process, which folds the same batches into the same live views and
 * sends the same messages. The sockets are in load generators, in separate processes. Turns alternate.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import WebSocket, { WebSocketServer } from 'ws';
import type { Batch } from '../../server/core/event';
import { MarketDataGateway } from '../../server/features/market-data/market-data.gateway';
import { HEARTBEAT_TICKS, SLOW_TICKS, SOCKET_LIMITS, TICK_MS } from '../../server/features/market-data/options';
import { LiveViews } from '../../server/views/live/live-views';
import { SOCKET_PATH } from '../../shared/wire/market-data';
import { chanceOf, LiveExchange, MARKET } from '../tools/people/live-exchange';
import { machine, markdownOf, median, spreadOf, type BenchTable } from './table';

const SOCKETS = 1_000;
const GENERATORS = 2;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
const TICKS_PER_TURN = 30;
const CHANGES_PER_TICK = 40;
const SEED = 20_260_203;
const MEMBERS = [10_000_001, 10_000_002];

const CONTESTANTS = ['gateway', 'socket.io', 'ws'] as const;
type Contestant = (typeof CONTESTANTS)[number];

/** Channels of each socket: only depth, or all channels of a trading screen. */
const CASES = {
  depth: ['depth'],
  screen: ['depth', 'trade', 'ticker', 'kline'],
} as const;
type Case = keyof typeof CASES;
type Channel = (typeof CASES)['screen'][number];

type Message = [event: Channel, payload: object];

interface Turn {
  cpuUs: number;
}

/** Measures both cases and returns the table. Takes about five minutes. */
export async function runFanoutBench(): Promise<BenchTable> {
  const rows: string[][] = [];
  for (const name of Object.keys(CASES) as Case[]) rows.push(...(await measureCase(name)));
  return {
    title: `Fan-out to ${SOCKETS.toLocaleString('en')} sockets: server CPU per delivered message`,
    columns: ['sockets listen to', 'server', 'µs a message', 'spread', 'of socket.io', 'messages a turn', 'bytes each'],
    rows,
    notes: [
      `Medians of ${ROUNDS} alternating turns of ${TICKS_PER_TURN} ticks, ${TICK_MS} ms apart, ${CHANGES_PER_TICK} orders`,
      `a tick; folding, differences and JSON included for all three. ${GENERATORS} load generators. Seed ${SEED}.`,
      machine(),
    ],
  };
}

async function measureCase(name: Case): Promise<string[][]> {
  const servers = new Map<Contestant, ChildProcess>();
  const figures = new Map<Contestant, number[]>(CONTESTANTS.map((contestant) => [contestant, []]));
  const sizes = new Map<Contestant, { messages: number; bytes: number }>();
  const generators = new Map<Contestant, ChildProcess[]>();
  try {
    for (const contestant of CONTESTANTS) {
      const server = fork(__filename, ['server', contestant, name]);
      servers.set(contestant, server);
      const port = await told<number>(server);
      const group = Array.from({ length: GENERATORS }, () =>
        fork(__filename, ['sockets', contestant, name, String(port)]),
      );
      generators.set(contestant, group);
      await Promise.all(group.map((generator) => told(generator)));
    }
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      for (const contestant of CONTESTANTS) {
        const before = await counted(generators.get(contestant));
        const turn = await ask<Turn>(servers.get(contestant), 'turn');
        const after = await counted(generators.get(contestant));
        const messages = after.messages - before.messages;
        if (round < WARM_UP_ROUNDS) continue;
        figures.get(contestant)?.push(turn.cpuUs / messages);
        sizes.set(contestant, { messages, bytes: (after.bytes - before.bytes) / messages });
      }
    }
  } finally {
    for (const child of [...servers.values(), ...[...generators.values()].flat()]) child.kill();
  }
  const stock = median(figures.get('socket.io') ?? []);
  return CONTESTANTS.map((contestant) => {
    const own = figures.get(contestant) ?? [];
    const { messages, bytes } = sizes.get(contestant) ?? { messages: 0, bytes: 0 };
    return [
      CASES[name].join(', '),
      contestant,
      median(own).toFixed(2),
      spreadOf(own),
      `${(median(own) / stock).toFixed(2)} ×`,
      messages.toLocaleString('en'),
      bytes.toFixed(0),
    ];
  });
}

function told<Answer>(child: ChildProcess | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`a process of the fan-out bench ended with ${code}`));
    child?.once('exit', ended);
    child?.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as Answer);
    });
  });
}

function ask<Answer>(child: ChildProcess | undefined, question: string): Promise<Answer> {
  const answer = told<Answer>(child);
  child?.send(question);
  return answer;
}

interface Count {
  messages: number;
  bytes: number;
}

async function counted(generators: readonly ChildProcess[] = []): Promise<Count> {
  const counts = await Promise.all(generators.map((generator) => ask<Count>(generator, 'count')));
  return counts.reduce((a, b) => ({ messages: a.messages + b.messages, bytes: a.bytes + b.bytes }));
}

/* The server process. */

async function serve(contestant: Contestant, name: Case): Promise<void> {
  const exchange = LiveExchange.open(MEMBERS, 100_000);
  const views = new LiveViews();
  const chance = chanceOf(SEED);
  for (let count = 0; count < 2_000; count += 1) changeAtRandom(exchange, chance);
  views.fold(exchange.batches);
  const http = createServer();
  const tick = { gateway: serveProduct, 'socket.io': serveSocketIo, ws: serveWs }[contestant](
    http,
    views,
    name,
    exchange,
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  process.on('message', () => void takeTurn());
  process.send?.((http.address() as AddressInfo).port);

  async function takeTurn(): Promise<void> {
    const ticks: Batch[][] = [];
    for (let count = 0; count < TICKS_PER_TURN; count += 1) {
      const from = exchange.batches.length;
      for (let change = 0; change < CHANGES_PER_TICK; change += 1) changeAtRandom(exchange, chance);
      ticks.push(exchange.batches.slice(from));
    }
    exchange.batches.length = 0;
    globalThis.gc?.();
    const before = process.cpuUsage();
    for (const batches of ticks) {
      views.fold(batches);
      tick();
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    const { user, system } = process.cpuUsage(before);
    process.send?.({ cpuUs: user + system });
  }
}

/** Mostly orders that rest and are cancelled near the touch, and some that trade. */
function changeAtRandom(exchange: LiveExchange, chance: () => number): void {
  exchange.at += 5;
  const [maker, taker] = MEMBERS as [number, number];
  const side = chance() < 0.5 ? 'buy' : 'sell';
  const { orders } = exchange.state;
  const oldest = orders.values().next().value;
  const act = chance();
  if (act < 0.1) exchange.place({ user: taker, side, kind: 'market', timeInForce: 'ioc', quantity: 1 });
  else if (oldest && (act < 0.5 || orders.size > 3_000)) exchange.cancel(oldest.user, oldest.id);
  else {
    const away = Math.ceil(-60 * Math.log(1 - chance()));
    const price = 10_000 + (side === 'buy' ? -away : away);
    exchange.place({ user: maker, side, price, quantity: 1 + Math.floor(chance() * 500) });
  }
}

type Serve = (http: HttpServer, views: LiveViews, name: Case, exchange: LiveExchange) => () => void;

const serveProduct: Serve = (http, views, _, exchange) => {
  const gateway = new MarketDataGateway(http, {
    views,
    tickets: { check: async () => null, onRevoked: () => () => undefined },
    messageOf: (code) => code,
    clock: () => exchange.at,
    tickMs: 0,
    limits: { socketsMax: SOCKET_LIMITS.socketsMax, socketsPerAddressMax: 100_000, handshakesPerMinuteMax: 1_000_000 },
  });
  return () => gateway.tick();
};

const serveSocketIo: Serve = (http, views, name, exchange) => {
  const io = new Server(http, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    perMessageDeflate: false,
    serveClient: false,
  });
  io.on('connection', (socket) => {
    socket.on('subscribe', ({ channel }: { channel: string }, answer: (ack: unknown) => void) => {
      void socket.join(channel);
      answer({ code: 'success' });
    });
  });
  const messages = messagesOf(views, name, exchange);
  return () => {
    for (const [event, payload] of messages()) io.to(event).emit(event, payload);
  };
};

const serveWs: Serve = (http, views, name, exchange) => {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const messages = messagesOf(views, name, exchange);
  return () => {
    for (const message of messages()) {
      const bytes = Buffer.from(`42${JSON.stringify(message)}`);
      for (const client of server.clients) client.send(bytes, { binary: false });
    }
  };
};

/** The gateway's messages at each tick, for the peers: the same views at the same interval. */
function messagesOf(views: LiveViews, name: Case, exchange: LiveExchange): () => Message[] {
  const channels: readonly Channel[] = CASES[name];
  let tick = 0;
  return () => {
    tick += 1;
    const beats = tick % HEARTBEAT_TICKS === 0;
    const now = exchange.at;
    const { depth, trades, ticker, candles } = views;
    const said: Message[] = [];
    if (beats || depth.hasChanged(MARKET)) {
      const difference = depth.takeDifference(MARKET);
      said.push(['depth', beats ? { ...difference, checksum: depth.checksum(MARKET) } : difference]);
    }
    if (beats || trades.hasNew(MARKET)) said.push(['trade', trades.takePush(MARKET)]);
    if (tick % SLOW_TICKS === 0) {
      said.push(['ticker', ticker.take(MARKET, now)], ['kline', candles.takePush(MARKET, '1m', now)]);
    }
    return said.filter(([event]) => channels.includes(event));
  };
}

/* A load generator: bare ws clients with the minimum of engine.io and socket.io. */

async function listen(contestant: Contestant, name: Case, port: string): Promise<void> {
  const count: Count = { messages: 0, bytes: 0 };
  const channels: readonly string[] = CASES[name];
  const speaks = contestant !== 'ws';
  const url = speaks ? `ws://127.0.0.1:${port}${SOCKET_PATH}/?EIO=4&transport=websocket` : `ws://127.0.0.1:${port}`;
  for (let started = 0; started < SOCKETS / GENERATORS; started += 1) await connect();
  process.on('message', () => process.send?.(count));
  process.send?.('ready');

  function connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, { perMessageDeflate: false });
      let answers = 0;
      socket.once('error', reject);
      if (!speaks) socket.once('open', resolve);
      socket.on('message', (bytes: Buffer) => {
        const head = bytes.toString('latin1', 0, 12);
        if (head.startsWith('42["') && channels.includes(head.slice(4, head.indexOf('"', 4)))) {
          count.messages += 1;
          count.bytes += bytes.length;
        } else if (head.startsWith('0')) socket.send('40');
        else if (head.startsWith('40')) channels.forEach((channel, id) => socket.send(subscription(channel, id)));
        else if (head === '2') socket.send('3');
        else if (head.startsWith('43') && (answers += 1) === channels.length) resolve();
      });
    });
  }

  function subscription(channel: string, id: number): string {
    const interval = channel === 'kline' ? { interval: '1m' } : {};
    return `42${id}${JSON.stringify(['subscribe', { channel, market: MARKET, ...interval }])}`;
  }
}

if (require.main === module) {
  const [role, contestant, name, port] = process.argv.slice(2) as [string?, Contestant?, Case?, string?];
  if (role === 'server' && contestant && name) void serve(contestant, name);
  else if (role === 'sockets' && contestant && name && port) void listen(contestant, name, port);
  else void runFanoutBench().then((table) => console.log(markdownOf(table)));
}
