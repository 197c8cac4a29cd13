/**
 * Today's program starts a data directory left under the first rules, with journal and databases: it migrates the
 * databases, lists everything, and settles open items by the rules they began with. The program of that time wrote the
 * databases of this sample, with made-up users; `journal-after.jsonl` holds the events that its start added to the
 * journal.
 */
import { hash } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Libsql from 'libsql';
import { audit } from '../../../server/cli/audit';
import { progressOf } from '../../../server/cli/progress';
import type { PublishIndex } from '../../../server/core/command';
import { verifyCertificate } from '../../../shared/products/option/proof/certificate';
import { setsIn } from '../../../server/views/stored/sets/sets';
import { unitsOf } from '../../../shared/rules/units';
import { modelFile } from '../../tools/samples/model-file';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';

const SAMPLE = path.join(__dirname, '../../samples/rules-1');
const FACTS = JSON.parse(readFileSync(path.join(SAMPLE, 'facts.json'), 'utf8'));
const SCALE = 8;
/** Encrypts the sample's databases only. */
const SECRETS_KEY = hash('sha256', 'data of before', 'base64');

const dataDir = mkdtempSync(path.join(tmpdir(), 'data-of-before-'));
let exchange: HttpExchange;
let now: number;
let columnsBefore: string[];
let [alice, bob, carol, dave]: string[] = [];
let auditor: Person;

beforeAll(async () => {
  cpSync(path.join(SAMPLE, 'kept'), dataDir, { recursive: true });
  const added = readFileSync(path.join(SAMPLE, 'stores/journal-after.jsonl'), 'utf8');
  appendFileSync(path.join(dataDir, 'journal/00000000000000000000.jsonl'), added);
  for (const name of ['exchange.sqlite', 'records.sqlite', 'views.sqlite']) {
    writeFileSync(path.join(dataDir, name), gunzipSync(readFileSync(path.join(SAMPLE, `stores/${name}.gz`))));
  }
  columnsBefore = columnsOf(path.join(dataDir, 'views.sqlite'), 'liquidations');
  now = JSON.parse(added).batch.at + 1_000;
  exchange = await HttpExchange.start({ DATA_DIR: dataDir, SECRETS_KEY }, { clock: () => now });
  auditor = await exchange.staff('auditor');
  const logIn = (name: string): Promise<string> => exchange.logIn(`${name}@test.example`);
  [alice, bob, carol, dave] = await Promise.all(['alice', 'bob', 'carol', 'dave'].map(logIn));
});
afterAll(() => exchange.stop());

function columnsOf(views: string, table: string): string[] {
  const file = new Libsql(views);
  try {
    const columns = file.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[];
    return columns.map(({ name }) => name);
  } finally {
    file.close();
  }
}

const head = (): number => exchange.headOfJournal().position;
const list = async (ticket: string, at: string, body: object = {}): Promise<Json[]> =>
  (await expectSuccess(exchange.post(`/app/${at}`, { minPosition: head(), ...body }, ticket))).records;
const shown = (ticket: string, at: string): Promise<Json> => expectSuccess(exchange.get(`/app/${at}`, ticket));

/** `npm run audit -- diff`: every row of the read models, new columns included, equals the journal. */
async function expectNoDifference(): Promise<void> {
  // The exchange's own snapshot set may still be in progress.
  while (!(await setsIn({ dataDir })).some(({ isOwn, position }) => isOwn && position >= head()))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const { DATA_DIR } = process.env;
  process.env['DATA_DIR'] = dataDir;
  try {
    const lines: string[] = [];
    const say = (): void => undefined;
    const status = await audit(['diff'], { print: (line) => lines.push(line), log: say, progress: progressOf(say) });
    expect([status, lines]).toEqual([
      0,
      ['views', 'records'].map((model) => expect.stringMatching(new RegExp(`^${model}: .* 0 events behind its end$`))),
    ]);
  } finally {
    if (DATA_DIR === undefined) delete process.env['DATA_DIR'];
    else process.env['DATA_DIR'] = DATA_DIR;
  }
}

test('the exchange is ready and has added its own tables to the older ones', async () => {
  expect(columnsBefore).toContain('mark');
  expect(columnsBefore).not.toContain('bound');
  expect(columnsOf(modelFile(dataDir, 'views'), 'liquidations')).toEqual(
    expect.arrayContaining([...columnsBefore, 'bound']),
  );
  expect(await (await fetch(`${exchange.url}/ready`)).json()).toMatchObject({
    ready: true,
    engine: 'ok',
    drift: 'none',
  });
});

test('the read models equal the journal', async () => {
  await expectNoDifference();
  await exchange.application.exchange.reconciliation.runRound();
  const { comparisons } = await expectSuccess(exchange.get(`/audit/drift?minPosition=${head()}`, auditor.ticket));
  // The sample's journal has a deposit that no chain knows.
  const ofChains = ['chain.custody', 'chain.holdings'];
  const others = comparisons.filter(({ comparison }: Json) => !ofChains.includes(comparison));
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter(({ state }: Json) => state !== 'agrees')).toEqual([]);
});

test('orders are listed, those of contracts with the stops of their positions', async () => {
  expect((await list(alice, 'spot/currentOrders')).map(({ order, status }) => [order, status])).toEqual([
    ['10', 'pending'],
    ['4', 'partially_filled'],
    ['1', 'partially_filled'],
  ]);
  expect(await list(dave, 'contract/historyOrders')).toMatchObject([
    { order: '17', contract: '4', closeMode: 'deleveraging', takeProfit: '50000', stopLoss: null },
  ]);
  expect(await list(dave, 'contract/stops')).toMatchObject([{ id: '19', trigger: '50000', reason: 'position_closed' }]);
  expect(await list(carol, 'contract/currentOrders')).toMatchObject([
    { order: '22', takeProfit: null, stopLoss: null },
  ]);
});

test('an earlier liquidation is shown with a mark without bound', async () => {
  const { inputs, steps, path: marks } = await shown(bob, 'contract/liquidation?liquidation=1');
  expect(inputs).toMatchObject({ index: '59400', p1: '59400', p2: '59400', last: '60000', bound: null });
  expect(steps.map(({ kind }: Json) => kind)).toEqual([
    ...['started', 'taken_over', 'deleveraged', 'deleveraged', 'finished'],
  ]);
  expect(marks).toHaveLength(2);
});

test('a second contract that ended earlier has its certificate, by rule 1', async () => {
  const history = await list(alice, 'option/history');
  expect(history.map(({ contract, end }) => [contract, end])).toEqual([
    ['3', 'cancelled'],
    ['2', 'lost'],
    ['1', 'won'],
  ]);
  const certificate = await shown(alice, 'option/certificate?contract=1');
  expect(certificate.says.bought).not.toHaveProperty('rule');
  const verdict = await verifyCertificate(certificate, (text) => hash('sha256', text, 'hex'));
  expect(verdict).toHaveProperty('says.result.end', 'won');
});

test('purchases of financial products and mining, and a robot, are listed', async () => {
  expect((await list(bob, 'financial/records')).map(({ purchase, status }) => [purchase, status])).toEqual([
    ['3', 'cancelled'],
    ['1', 'settled'],
  ]);
  expect((await list(carol, 'financial/records')).map(({ purchase, status }) => [purchase, status])).toEqual([
    ['4', 'buying'],
    ['2', 'earning'],
  ]);
  const mined = (await list(bob, 'mining/records')).map(({ purchase, status, generated }) => [
    purchase,
    status,
    generated,
  ]);
  expect(mined).toEqual([
    ['4', 'participated', '0'],
    ['3', 'ended', '360'],
    ['1', 'mining', '4'],
  ]);
  expect(await list(bob, 'robot/robots')).toMatchObject([{ robot: '1', market: 'BTC-USDT', endedAt: null }]);
  expect((await list(bob, 'robot/cycles', { robot: '1' })).map(({ cycle }) => cycle)).toEqual([4, 3, 2, 1]);
});

test('open second contracts end by rule 1, in the read models too', async () => {
  const { engine } = exchange.application.exchange;
  for (let second = 0; second < 320; second++) {
    now += 1_000;
    const sources = ['a', 'b', 'c'].map((source) => ({ source, price: 6_000_004 + (second % 5), at: now }));
    const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
    expect(await engine.submit({ actor: 'feed/index', command })).toMatchObject({ repeated: false });
  }
  const ended = await list(alice, 'option/history');
  for (const { contract, end, paid, income, fee } of FACTS.ends) {
    const found = ended.find((one) => one.contract === `${contract}`);
    const units = [found.paid, found.income, found.fee].map((amount) => unitsOf(amount, SCALE));
    expect([contract, found.end, ...units]).toEqual([contract, end, BigInt(paid), BigInt(income), BigInt(fee)]);
    const certificate = await shown(alice, `option/certificate?contract=${contract}`);
    expect(certificate.says.bought).not.toHaveProperty('rule');
    expect(await verifyCertificate(certificate, (text) => hash('sha256', text, 'hex'))).toHaveProperty('says');
  }
  expect((await shown(alice, `option/open?minPosition=${head()}`)).contracts).toEqual([]);
  await expectNoDifference();
});

test('orders are accepted and listed', async () => {
  const orders: [at: string, order: object][] = [
    ['spot', { market: 'BTC-USDT', side: 'buy', price: '57000', quantity: '0.001' }],
    ['contract', { market: 'BTC-USDT-PERP', act: 'open', position: 'long', price: '58000', quantity: '0.001' }],
  ];
  for (const [product, order] of orders) {
    const placed = { clientId: exchange.clientId(), kind: 'limit', ...order };
    const { order: id } = await expectSuccess(exchange.post(`/app/${product}/place`, placed, dave));
    expect(await list(dave, `${product}/currentOrders`)).toContainEqual(expect.objectContaining({ order: id }));
  }
});
