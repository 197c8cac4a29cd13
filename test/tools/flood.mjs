// Flood of requests from a separate process. The given number of connections request expensive answers repeatedly until
// the parent sends a message. The parent then receives the count of each status.
import http from 'node:http';

const [url, from, connections] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
const json = { 'content-type': 'application/json' };
const NESTED = `{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}`;

/** A different grid each time, so that no answer is cached. */
function backtest(number) {
  const grid = { lower: String(40_000 + (number % 5_000)), upper: '52000', lines: 50 };
  const rest = { interval: '1m', candles: 1_000, amount: '100000', lossLimitPpb: 900_000_000 };
  return JSON.stringify({ market: 'BTC-USDT', grid, ...rest });
}

const KINDS = {
  backtest: (number) => ['POST', '/exchange/app/robot/backtest', backtest(number)],
  candles: () => ['GET', '/exchange/app/spot/kline?market=BTC-USDT&interval=1m&limit=1000'],
  openapi: () => ['GET', '/exchange/docs/openapi.json'],
  metrics: () => ['GET', '/metrics'],
  public: () => ['POST', '/exchange/app/product/indexList', NESTED],
  nowhere: () => ['POST', '/exchange/app/nowhere', NESTED],
  order: () => ['POST', '/exchange/app/spot/place', NESTED],
};

const counts = {};
let isOver = false;
let number = 0;

function ask([method, path, body]) {
  return new Promise((resolve) => {
    const headers = { 'x-forwarded-for': from, ...(body === undefined ? {} : json) };
    const request = http.request(url + path, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
      answer.on('error', () => resolve(0));
    });
    request.on('error', () => resolve(0));
    request.end(body);
  });
}

async function connection() {
  const kinds = Object.entries(KINDS);
  while (!isOver) {
    const [kind, request] = kinds[number % kinds.length];
    const status = await ask(request(number++));
    counts[status] ??= {};
    counts[status][kind] = (counts[status][kind] ?? 0) + 1;
  }
}

process.once('message', () => (isOver = true));
await Promise.all(Array.from({ length: Number(connections) }, connection));
process.send(counts, () => process.exit(0));
