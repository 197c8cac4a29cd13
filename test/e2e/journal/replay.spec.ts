/**
 * `npm run replay`: one recorded day of a real exchange, exact to the last figure, and the project's own order flows.
 */
import { execFile, spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip, gzipSync } from 'node:zlib';
import { unitsOf } from '../../../shared/rules/units';
import { readRecorded } from '../../../server/cli/replay/exchange-log';
import { LOT_SCALE, TICK_SCALE } from '../../../server/cli/replay/recorded-market';
import { replayFlow } from '../../../server/cli/replay/replay-flow';
import type { ReplayReport } from '../../../server/cli/replay/report';
import { composeExchange } from '../../../server/compose';
import { STATE_FORM } from '../../../server/core/snapshot/canonical-state';
import type { Batch, EventOf } from '../../../server/core/event';
import { openEmbeddedJournal } from '../../../server/journal/embedded/embedded-journal';
import { verifyLines } from '../../../server/journal/seal';
import { loadConfig } from '../../../server/platform/config/config';
import { FaultyFiles } from '../../tools/stores/faulty-files';

const ROOT = path.resolve(__dirname, '../../..');
const RECORDED_DAY = path.resolve(ROOT, '../shared/data/bitstamp-btcusd-2015-05-01.log.gz');

let directory: string;
beforeAll(() => (directory = mkdtempSync(path.join(tmpdir(), 'replay-spec-'))));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const whole = path.join(directory, name);
  writeFileSync(whole, content);
  return whole;
}

interface Ended {
  code: number | null;
  lines: string[];
  errors: string;
}

/** The compiled command line that `npm run replay` starts. */
function replay(...parameters: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(ROOT, 'dist/server/cli/replay.js'), ...parameters]);
  const output: Buffer[] = [];
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      resolve({ code, lines: Buffer.concat(output).toString().split('\n').slice(0, -1), errors });
    });
  });
}

function reportOf({ lines }: Ended): ReplayReport {
  return JSON.parse(lines[lines.length - 1]) as ReplayReport;
}

/** Replays lines with a journal in memory, or in files if there are many. */
async function flow(
  lines: AsyncIterable<string>,
  { onBatch, dir }: { onBatch?: (batch: Batch) => void; dir?: string } = {},
): Promise<ReplayReport> {
  const files = dir === undefined ? FaultyFiles.empty() : undefined;
  const journal = await openEmbeddedJournal({ dir: dir ?? '/replay', core: 'replay', files });
  try {
    return await replayFlow({ lines, journal, onBatch });
  } finally {
    await journal.close();
  }
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

async function* recordedLines(): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(RECORDED_DAY).pipe(createGunzip()), crlfDelay: Infinity });
}

if (!existsSync(RECORDED_DAY)) console.warn(`${RECORDED_DAY} is absent: the recorded day is not replayed`);

(existsSync(RECORDED_DAY) ? describe : describe.skip)('the recorded day', () => {
  const EXACTLY = {
    orders: 24_894,
    cancels: 24_184,
    trades: 517,
    volume: '709.08982261',
    recordedTrades: 575,
    matchedTrades: 508,
  };
  let first: Ended;
  beforeAll(async () => {
    first = await replay(RECORDED_DAY, '--json', '--events', '--journal', path.join(directory, 'day'));
  });

  test('gives exact results as one JSON object on the last line', () => {
    expect(first.code).toBe(0);
    expect(reportOf(first)).toEqual({
      ...EXACTLY,
      events: expect.any(Number),
      seconds: expect.any(Number),
      stateHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      stateForm: STATE_FORM,
      // The feed deletes some orders twice, and some filled ones.
      refused: expect.any(Number),
      refusals: [{ type: 'CancelOrder', code: 'order.not.found', count: expect.any(Number), line: expect.any(Number) }],
    });
  });

  test('leaves a journal with a valid chain when asked to keep it', () => {
    const kept = path.join(directory, 'day');
    const segments = readdirSync(kept).filter((name) => name.endsWith('.jsonl'));
    const lines = segments
      .sort()
      .flatMap((name) => readFileSync(path.join(kept, name), 'utf8').split('\n').slice(0, -1));
    expect(verifyLines(lines, 'exchange').position).toBe(reportOf(first).events - 1);
  });

  test('gives the same state again, and 24,134 deletions find exactly the recorded remainder', async () => {
    // The order and the quantity its cancel released, by owner: every recorded order has its own.
    const owners = new Map<number, number>();
    const released = new Map<number, number>();
    const onBatch = ({ events }: Batch): void => {
      for (const event of events) {
        if (event.type === 'OrderPlaced') owners.set(owners.size, event.user);
        if (event.type === 'OrderCancelled' && event.reason === 'requested') released.set(event.user, event.open);
      }
    };
    const report = await flow(recordedLines(), { onBatch, dir: path.join(directory, 'again') });
    expect(report).toMatchObject(EXACTLY);
    expect(report.stateHash).toBe(reportOf(first).stateHash);
    expect(report.events).toBe(reportOf(first).events);

    const userOf = new Map<string, number>();
    let deletionsWithRest = 0;
    let exact = 0;
    let number = 0;
    for await (const line of recordedLines()) {
      const recorded = readRecorded(line, ++number);
      if (recorded.type === 'order') userOf.set(recorded.id, owners.get(userOf.size) as number);
      if (recorded.type !== 'removal') continue;
      const { amount } = JSON.parse(line.slice(line.indexOf('{'))) as { amount: string };
      const remainder = unitsOf(amount.replace(/\.?0+$/, '') || '0', LOT_SCALE);
      if (remainder === 0n) continue;
      deletionsWithRest++;
      const user = userOf.get(recorded.id) ?? 0;
      const open = released.get(user);
      if (open !== undefined && BigInt(open) === remainder) exact++;
      // The feed deletes some orders twice; the second deletion finds nothing.
      released.delete(user);
    }
    expect(deletionsWithRest).toBeGreaterThan(exact);
    expect(exact).toBe(24_134);
  });

  test('has events that add up to the report', () => {
    const report = reportOf(first);
    const lines = first.lines.slice(0, -1);
    const events = lines.map((line) => JSON.parse(line) as { position: number; at: number; type: string });
    expect(events).toHaveLength(report.events);
    expect(events.every(({ position }, index) => position === index)).toBe(true);
    const trades = events.filter(({ type }) => type === 'TradeExecuted') as unknown as EventOf<'TradeExecuted'>[];
    expect(trades).toHaveLength(EXACTLY.trades);
    const lots = trades.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);
    expect(lots).toBe(unitsOf(EXACTLY.volume, LOT_SCALE));
    const paid = trades.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);
    expect(paid / 10n ** BigInt(TICK_SCALE)).toBeGreaterThan(0n);
  });
});

describe('order flow lines', () => {
  const document = readFileSync(path.join(ROOT, 'docs/how-to/replay-an-order-flow.md'), 'utf8');
  const block = (nth: number): string => [...document.matchAll(/^```(?:jsonl|text)\n([^]*?)^```$/gm)][nth][1];
  const example = block(0);
  const report = JSON.parse(block(1)) as Partial<ReplayReport>;

  test('the example in docs/how-to/replay-an-order-flow.md gives the report printed there, plain and gzipped', async () => {
    const plain = await replay(file('example.jsonl', example), '--json');
    expect(plain).toMatchObject({ code: 0, errors: '' });
    expect(reportOf(plain)).toMatchObject(report);
    const zipped = await replay(file('example.jsonl.gz', gzipSync(example)), '--json');
    expect({ ...reportOf(zipped), seconds: 0 }).toEqual({ ...reportOf(plain), seconds: 0 });
  });

  test('--events prints each event as a line of JSON, including the one in docs/how-to/replay-an-order-flow.md', async () => {
    const { lines } = await replay(file('events.jsonl', example), '--events', '--json');
    const events = lines.slice(0, -1).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ position }) => position)).toEqual(
      Array.from({ length: report.events as number }, (_, at) => at),
    );
    expect(lines).toContain(block(2).trim());
  });

  test('without --json the report is human-readable', async () => {
    const { code, lines } = await replay(file('readable.jsonl', example));
    expect(code).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^trades +2$/));
    expect(lines).toContainEqual(expect.stringMatching(/^volume +0\.5$/));
  });

  test('the feed in docs/how-to/replay-an-order-flow.md is recognised as a feed', async () => {
    const feed = document.split('\n').filter((line) => /^\d{13} /.test(line));
    expect(await flow(linesOf(feed.join('\n')))).toMatchObject({ orders: 1, cancels: 1, trades: 0, recordedTrades: 1 });
  });

  test('reports the number of refused commands by type and code, with the first line of each', async () => {
    const lines = example.trim().split('\n');
    const odd = lines.map((line) => line.replace('"tick":"0.01"', '"tick":"1E-8"'));
    const readable = await replay(file('odd.jsonl', odd.join('\n')));
    expect(readable).toMatchObject({ code: 0, errors: '' });
    expect(readable.lines).toContainEqual(expect.stringMatching(/^refused +8$/));
    expect(readable.lines).toContainEqual('  PlaceOrder market.unknown: 3, first at line 11');
    expect(readable.lines).toContainEqual('  ListMarket market.terms.invalid: 1, first at line 3');
    const { refused, refusals } = reportOf(await replay(path.join(directory, 'odd.jsonl'), '--json'));
    expect(refused).toBe(refusals.reduce((sum, { count }) => sum + count, 0));
    expect(refusals[0]).toEqual({ type: 'PlaceOrder', code: 'market.unknown', count: 3, line: 11 });
    const strict = await replay(path.join(directory, 'odd.jsonl'), '--json', '--strict');
    expect(strict).toMatchObject({ code: 1, errors: '8 commands were refused\n' });
    expect(reportOf(strict)).toMatchObject({ refused: 8 });
    expect(await replay(file('good.jsonl', example), '--json', '--strict')).toMatchObject({ code: 0, errors: '' });
  });

  test('keeps a journal that verifiers and a server accept', async () => {
    const data = path.join(directory, 'served');
    const { code, lines } = await replay(
      file('kept.jsonl', example),
      '--json',
      '--journal',
      path.join(data, 'journal'),
    );
    expect(code).toBe(0);
    const { events } = JSON.parse(lines.at(-1) as string) as ReplayReport;
    const segments = readdirSync(path.join(data, 'journal')).filter((name) => name.endsWith('.jsonl'));
    expect(segments).toHaveLength(1);
    const python = promisify(execFile)('python3', [
      path.join(ROOT, 'docs/verify-journal.py'),
      'exchange',
      path.join(data, 'journal', segments[0]),
    ]);
    expect((await python).stdout).toContain(String(events - 1));
    const variables = { DATA_DIR: data, DEMO: 'off', LOG_LEVEL: 'silent' };
    const exchange = await composeExchange(loadConfig(variables));
    try {
      // The server appends its due work behind the replayed events.
      expect(exchange.journal.head().position).toBeGreaterThanOrEqual(events - 1);
      expect(exchange.engine.state().markets.has('BTC-USDT')).toBe(true);
    } finally {
      await exchange.close();
    }
  });

  test('a repeated client id and a refused command change nothing', async () => {
    const lines = example.trim().split('\n');
    const buy = lines.find((line) => line.includes('"b-1"')) as string;
    const tooMuch = buy.replace('"b-1"', '"b-9"').replace('"quantity":400', '"quantity":999999');
    const again = await flow(linesOf([...lines, buy, tooMuch].join('\n')));
    expect(again.stateHash).toBe((await flow(linesOf(example))).stateHash);
    expect(again.trades).toBe(2);
  });

  const good = '{"at":1,"actor":"registrar","command":{"type":"RegisterMember","user":10000001}}';
  const place = (changes: object): string =>
    JSON.stringify({
      at: 1,
      actor: 'user/10000001',
      command: {
        type: 'PlaceOrder',
        user: 10_000_001,
        market: 'BTC-USDT',
        side: 'buy',
        kind: 'limit',
        timeInForce: 'gtc',
        selfTrade: 'cancel_taker',
        price: 1,
        quantity: 1,
        ...changes,
      },
    });
  const recharge = (amount: unknown): string =>
    JSON.stringify({
      at: 1,
      actor: 'admin/10000009',
      command: { type: 'CreditRecharge', user: 10_000_001, asset: 'BTC', amount, reference: 'r' },
    });

  const publication = (prices: unknown): string =>
    JSON.stringify({ at: 1, actor: 'feed/index', command: { type: 'PublishIndex', prices } });

  test('index prices arrive like publications of a feed', async () => {
    const terms = { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 1_000, staleMs: 5_000, sourcesMin: 2, reason: 'r' };
    const sources = ['a', 'b'].map((source, index) => ({ source, price: 100 + index, at: 1 }));
    const lines = [
      JSON.stringify({ at: 1, actor: 'admin/10000009', command: { type: 'SetIndexTerms', ...terms } }),
      publication([{ symbol: 'BTC-USDT', sources }]),
    ];
    const events: string[] = [];
    await flow(linesOf(lines.join('\n')), { onBatch: (batch) => events.push(...batch.events.map(({ type }) => type)) });
    expect(events).toEqual(['IndexTermsSet', 'IndexSourceNamed', 'IndexSourceNamed', 'IndexPublished']);
  });

  test.each([
    ['{"at":1,', 'is not JSON'],
    ['null', 'is not an object'],
    ['[]', 'is not an object'],
    [good.replace('1,', '"1",'), '"at" is not a time'],
    [good.replace('1,', '1.5,'), '"at" is not a time'],
    [good.replace('registrar', 'nobody'), '"actor" is not'],
    [good.replace('"at":1,', '"at":1,"clientId":"so bad",'), '"clientId" is not valid'],
    ['{"at":1,"actor":"registrar"}', '"command" is not an object'],
    ['{"at":1,"actor":"registrar","command":null}', '"command" is not an object'],
    [good.replace('RegisterMember', 'toString'), '"type" is not that of a command'],
    [good.replace('RegisterMember","user":10000001', 'TriggerOrder","order":1'), '"type" is not that of a command'],
    [good.replace(',"user":10000001', ''), 'RegisterMember lacks "user"'],
    [good.replace('10000001', '"10000001"'), '"user" is not a whole number'],
    [place({ price: 1.5 }), '"price" is not a whole number'],
    [place({ side: 'bid' }), '"side" is none of buy, sell'],
    [place({ qauntity: 1 }), 'PlaceOrder has no "qauntity"'],
    [place({ market: 7 }), '"market" is not text'],
    [recharge(5), '"amount" is not a string of digits'],
    [recharge('-5'), '"amount" is not a string of digits'],
    [recharge('0.5'), '"amount" is not a string of digits'],
    [recharge(undefined), 'CreditRecharge lacks "amount"'],
    [publication(7), '"prices" is not a list of objects'],
    [publication(['BTC-USDT']), '"prices" is not a list of objects'],
    [publication([{ symbol: 'BTC-USDT' }]), '"prices" lacks "sources"'],
    [publication([{ symbol: 'BTC-USDT', sources: [{ source: 'a', price: 1.5, at: 1 }] }]), '"price" is not a whole'],
    [
      publication([{ symbol: 'BTC-USDT', sources: [{ source: 'a', price: 1, at: 1, of: 1 }] }]),
      '"sources" has no "of"',
    ],
  ])('a malformed line is named: %s', async (line, complaint) => {
    // Line numbers are those of an editor, with empty lines counted.
    await expect(flow(linesOf(`${good}\n\n${line}\n`))).rejects.toThrow(`line 3: ${complaint}`);
  });

  test('a file that cannot be read in full is not replayed in part', async () => {
    const cut = await replay(file('cut.jsonl.gz', gzipSync(example.repeat(50)).subarray(0, -20)), '--json');
    expect(cut).toEqual({ code: 1, lines: [], errors: 'unexpected end of file\n' });
  });

  test('a malformed line, a missing file and a non-empty directory end with one line and code 1', async () => {
    const malformed = await replay(file('malformed.jsonl', `${good}\n{"at":`), '--json');
    expect(malformed).toEqual({ code: 1, lines: [], errors: 'line 2: is not JSON\n' });
    const absent = await replay(path.join(directory, 'absent.jsonl'));
    expect(absent).toMatchObject({ code: 1, errors: expect.stringContaining('no such file') });
    file('something', '');
    const taken = await replay(file('taken.jsonl', good), '--journal', directory);
    expect(taken).toMatchObject({ code: 1, errors: `${directory} is not empty\n` });
  });
});
