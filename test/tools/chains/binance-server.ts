/**
 * Binance's public prices for tests: the list of markets over HTTP, and the stream of mini tickers over a WebSocket,
 * with subscriptions and answers as in its documentation.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export interface BinanceServer {
  /** Options that direct ccxt's exchange here. */
  options: Readonly<Record<string, unknown>>;
  /** Resolves with the streams of the next connection's subscription, such as `btcusdt@miniTicker`. */
  subscribed(): Promise<readonly string[]>;
  /** Sends a mini ticker of a market such as `BTCUSDT` with this time. */
  tick(market: string, price: string, at: number): void;
  /** Sends any text. */
  send(text: string): void;
  /** Closes every connection. */
  drop(): void;
  close(): Promise<void>;
}

interface Subscription {
  method: string;
  params: string[];
  id: number;
}

export async function startBinance(
  markets: readonly (readonly [base: string, quote: string])[],
): Promise<BinanceServer> {
  const sockets = new Set<WebSocket>();
  const asked: (readonly string[])[] = [];
  const waiting: ((streams: readonly string[]) => void)[] = [];

  const http = createServer((request, response) => {
    const symbols = request.url?.startsWith('/api/v3/exchangeInfo') ? markets.map(marketOf) : [];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ timezone: 'UTC', serverTime: 0, rateLimits: [], exchangeFilters: [], symbols }));
  });
  const streams = new WebSocketServer({ server: http });
  streams.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data: Buffer) => {
      const { method, params, id } = JSON.parse(data.toString()) as Subscription;
      if (method !== 'SUBSCRIBE') return;
      socket.send(JSON.stringify({ result: null, id }));
      const next = waiting.shift();
      if (next) next(params);
      else asked.push(params);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const rest = `http://127.0.0.1:${port}`;

  const send = (text: string): void => sockets.forEach((socket) => socket.send(text));
  return {
    options: {
      // Without TLS, ccxt requires Node's own agent.
      httpAgent: false,
      urls: {
        api: {
          public: `${rest}/api/v3`,
          fapiPublic: `${rest}/fapi/v1`,
          dapiPublic: `${rest}/dapi/v1`,
          ws: { spot: `ws://127.0.0.1:${port}/ws` },
        },
      },
    },
    subscribed() {
      const first = asked.shift();
      return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve));
    },
    tick(market, price, at) {
      const day = { o: price, h: price, l: price, v: '1', q: price };
      send(JSON.stringify({ e: '24hrMiniTicker', E: at, s: market, c: price, ...day }));
    },
    send,
    drop: () => sockets.forEach((socket) => socket.terminate()),
    async close() {
      sockets.forEach((socket) => socket.terminate());
      streams.close();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

function marketOf([baseAsset, quoteAsset]: readonly [string, string]) {
  return {
    symbol: `${baseAsset}${quoteAsset}`,
    status: 'TRADING',
    baseAsset,
    baseAssetPrecision: 8,
    quoteAsset,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: '0.01000000', maxPrice: '1000000.00000000', tickSize: '0.01000000' },
      { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
    ],
    permissions: [],
    permissionSets: [['SPOT']],
  };
}
