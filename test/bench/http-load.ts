/** Load on one URL from a separate process: valid orders, each with a new client id. */
import autocannon from 'autocannon';

export interface LoadOrder {
  url: string;
  ticket: string;
  connections: number;
  seconds: number;
  /** Keeps the client ids of different runs apart. */
  run: string;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
}

process.once('message', (order: LoadOrder) => {
  void load(order).then((result) => process.send?.(result, () => process.exit(0)));
});

async function load({ url, ticket, connections, seconds, run }: LoadOrder): Promise<LoadResult> {
  let issued = 0;
  let refused = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    pipelining: 1,
    requests: [
      {
        method: 'POST',
        path: '/exchange/app/spot/place',
        headers: { 'content-type': 'application/json', ticket },
        setupRequest: (request) => ({ ...request, body: orderOf(`${run}-${issued++}`) }),
        onResponse: (_status, body) => {
          if (!body.includes('"success"')) refused++;
        },
      },
    ],
  });
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts + refused,
  };
}

/**
 * Immediate-or-cancel below the market price: the order is held, looked up, returned and journaled, and leaves nothing
 * behind.
 */
function orderOf(clientId: string): string {
  return `{"clientId":"${clientId}","market":"BTC-USDT","side":"buy","kind":"limit","timeInForce":"ioc","price":"1000","quantity":"0.01"}`;
}
