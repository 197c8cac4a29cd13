/**
 * Adds the sample product of `test/sample` to a copy of the tree. Only the lists in docs/how-to/add-a-product.md gain a
 * line, and the product works from command to screen.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { io } from 'socket.io-client';
import type { PublishIndex } from '../../../server/core/index-price/commands';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import type * as Tools from '../../tools/people/http-exchange';
import type { HttpExchange, Json, Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import type * as VisitTools from '../support/visits';
import type { Visits } from '../support/visits';

const ROOT = path.resolve(__dirname, '../../..');
const PAGE = path.join(ROOT, 'docs/how-to/add-a-product.md');
const OWN = /^(server\/products|shared\/products|client\/src\/products)\/sample\//;
const ROW = /^\| \[([^\]]+)\]\([^)]+\) +\| `\w+` +\| `([^`]+)` +\| `([^`]+)` +\|$/gm;
const MARKET = 'BTC-USDT';
const SOON_MS = 20_000;
/** Allows for compilers on a busy machine. */
const BUSY_MS_MAX = 900_000;

/** Jest sets `NODE_ENV` to `test`, by which vite would build React and Redux for development. */
const BUILD_ENV = { ...process.env, NODE_ENV: 'production' };

const folder = mkdtempSync(path.join(tmpdir(), 'sample-'));
const copy = path.join(folder, 'tree');
run('test/tools/with-sample.mjs', copy);
// The copy's own test tools, which import the copy's exchange. They register hooks, so they are loaded before the first
// test.
const tools = jest.requireActual<typeof Tools>(path.join(copy, 'test/tools/people/http-exchange'));
const { visitsTo } = jest.requireActual<typeof VisitTools>(path.join(copy, 'test/browser/support/visits'));
const read = (root: string, file: string): string => readFileSync(path.join(root, file), 'utf8');

function run(tool: string, ...args: string[]): void {
  const script = tool.endsWith('.mjs') ? path.join(ROOT, tool) : path.join(ROOT, 'node_modules', tool);
  try {
    const cwd = existsSync(copy) ? copy : ROOT;
    execFileSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8', env: BUILD_ENV });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${tool} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Type-checks the product and the code it touches; the copy's own tests are checked in this tree. */
function typesOf(config: string, compilerOptions: object = {}): void {
  const file = path.join(copy, path.dirname(config), 'tsconfig.sample.json');
  const exclude = ['**/*.spec.ts', '**/*.spec.tsx', 'src/testing'];
  writeFileSync(file, JSON.stringify({ extends: `./${path.basename(config)}`, exclude, compilerOptions }));
  run('typescript/bin/tsc', '--noEmit', '-p', file);
  rmSync(file);
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('adds one line to each list of the page and changes nothing else', () => {
  const listed = (root: string): string[] =>
    execFileSync('find', ['.', '-type', 'f', '-not', '-path', './node_modules/*'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((name) => name !== '')
      .map((name) => name.slice('./'.length));
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(ROW)];
  const lists = new Set(rows.map(([, file]) => file));
  const changed = listed(copy).filter((file) => {
    return !OWN.test(file) && !readFileSync(path.join(copy, file)).equals(readFileSync(path.join(ROOT, file)));
  });
  expect(changed.sort()).toEqual([...lists].sort());
  for (const list of lists) {
    const without = rows
      .filter(([, file]) => file === list)
      .reduce(
        (text, [, , line, imported]) => {
          const entry = text.includes(`  ${line},\n`) ? `  ${line},\n` : `, ${line}`;
          return text.replace(`${imported}\n`, '').replace(entry, '');
        },
        read(copy, list),
      );
    expect(without).toBe(read(ROOT, list));
  }
});

it('matches the listing on the page', () => {
  const shown = [...readFileSync(PAGE, 'utf8').matchAll(/```ts\n\s*\/\/ (\S+)\n([\s\S]*?)\s*```/g)];
  expect(shown.length).toBeGreaterThan(5);
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  for (const [, file, code] of shown) expect(plain(read(copy, file))).toContain(plain(code));
});

it(
  'compiles on server and client',
  () => {
    typesOf('tsconfig.build.json', { noCheck: false });
    typesOf('client/tsconfig.json');
  },
  BUSY_MS_MAX,
);

describe('in use', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let user: Person;
  let browser: Browser;
  let visits: Visits;

  const open = (env: Record<string, string> = {}): Promise<HttpExchange> =>
    tools.HttpExchange.start(env, { client: path.join(copy, 'dist/client') });
  const head = (): number => exchange.headOfJournal().position;
  const start = (body: object, headers: Record<string, string> = {}) => {
    const wish = { clientId: exchange.clientId(), market: MARKET, seconds: 1, price: '2' };
    return exchange.post('/app/timer/start', { ...wish, ...body }, user.ticket, headers);
  };
  const records = (): Promise<Json> =>
    tools.expectSuccess(exchange.post('/app/timer/records', { minPosition: head() }, user.ticket));
  const publish = async (price: number): Promise<void> => {
    const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price, at: Date.now() }));
    const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: MARKET, sources }] };
    await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
  };
  async function soon<T>(look: () => Promise<T | undefined>): Promise<T> {
    for (const until = Date.now() + SOON_MS; Date.now() < until;) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('it did not come');
  }

  beforeAll(async () => {
    run('@nestjs/cli/bin/nest.js', 'build');
    run('vite/bin/vite.js', 'build', 'client');
    exchange = await open();
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    const index = { symbol: MARKET, decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2 };
    await exchange.act(admin, '/product/setIndexTerms', { ...index, reason: 'listed' });
    user = await exchange.person('user');
    await exchange.verifyAndFund(admin, user, { USDT: '100' });
    browser = await startChromium();
  }, BUSY_MS_MAX);
  afterAll(async () => {
    await visits?.end();
    await browser?.close();
    await exchange?.stop();
  });

  it('is on sale once two of staff have set a price', async () => {
    expect(await tools.expectSuccess(exchange.get('/app/timer/offer'))).toEqual({ asset: 'USDT', price: null });
    expect(await start({})).toMatchObject({ code: 'timer.not.offered', message: 'No timer is offered at present.' });
    expect(await start({}, { lang: 'ep' })).toMatchObject({ message: 'Ahora no se ofrece ningún temporizador.' });
    const terms = { clientId: exchange.clientId(), price: '2', reason: 'offered' };
    expect(await exchange.post('/admin/timer/setTerms', terms, user.ticket)).toMatchObject({
      code: 'permission.denied',
    });
    const proposed = await exchange.post('/admin/timer/setTerms', terms, admin.ticket);
    expect(proposed.data.proposal).toEqual(expect.any(String));
    expect(await tools.expectSuccess(exchange.get('/app/timer/offer'))).toMatchObject({ price: null });
    await tools.expectSuccess(exchange.withApproval(Promise.resolve(proposed)));
    const desk = await tools.expectSuccess(exchange.get(`/admin/timer/desk?minPosition=${head()}`, admin.ticket));
    expect(desk).toMatchObject({ asset: 'USDT', price: '2', running: 0 });
    expect(await start({ price: '1' })).toMatchObject({
      code: 'timer.price.changed',
      message: 'The price has changed. It is now 2 USDT.',
      data: { asset: 'USDT', price: '2' },
    });
  });

  it('is paid for and pushed, rings at its time with the index, and notifies its user', async () => {
    const socket = io(exchange.url, { path: SOCKET_PATH, transports: ['websocket'], auth: { ticket: user.ticket } });
    try {
      const begun: Json = await socket.emitWithAck('subscribe', { channel: 'timer' });
      expect(begun.data.snapshot).toMatchObject({ timers: [] });
      const pushed: Json[] = [];
      socket.on('timer', (push: Json) => pushed.push(...push.updates.flatMap((update: Json) => update.timers)));
      const clientId = exchange.clientId();
      const started = await tools.expectSuccess(start({ clientId, seconds: 2 }));
      expect(started).toMatchObject({ timer: '1', repeated: false });
      expect(await tools.expectSuccess(start({ clientId, seconds: 2 }))).toEqual({ ...started, repeated: true });
      await publish(5_000_000);
      const rung = await soon(async () => pushed.find(({ rangAt }) => rangAt !== null));
      expect(pushed[0]).toMatchObject({ timer: '1', market: MARKET, price: '2', rangAt: null, index: null });
      expect(rung).toMatchObject({ timer: '1', index: '50000', rangAt: pushed[0].ringsAt });
    } finally {
      socket.disconnect();
    }
    const { balances } = await tools.expectSuccess(
      exchange.get(`/app/assets/balances?minPosition=${head()}`, user.ticket),
    );
    expect(balances.find(({ account, asset }: Json) => account === 'spot' && asset === 'USDT').available).toBe('98');
    const paid = await tools.expectSuccess(exchange.post('/app/assets/records', { minPosition: head() }, user.ticket));
    expect(paid.records[0]).toMatchObject({ label: 'timer_price', asset: 'USDT' });
    const message: Json = await soon<Json>(async () => {
      const told = await tools.expectSuccess(exchange.post('/app/message/list', {}, user.ticket, { lang: 'pt' }));
      return told.records.find(({ key }: Json) => key === 'timer.rung');
    });
    expect(message).toMatchObject({ text: `O temporizador 1 de ${MARKET} tocou.`, facts: { timer: '1' } });
  });

  it('appears in the list, in the export and in the API description', async () => {
    expect(await records()).toMatchObject({ total: 1, records: [{ timer: '1', index: '50000' }] });
    const file = (await exchange.file(`/app/timer/export?minPosition=${head()}`, user.ticket)).bytes.toString();
    expect(file).toContain('timer,market,price,startedAt (GMT+8),ringsAt (GMT+8),rangAt (GMT+8),index');
    expect(file).toContain(`1,${MARKET},2,`);
    const described: Json = await (await fetch(`${exchange.url}/exchange/docs/openapi.json`)).json();
    expect(described.paths).toHaveProperty(['/exchange/app/timer/start', 'post']);
  });

  it('survives a restart and rings afterwards', async () => {
    await tools.expectSuccess(start({ seconds: 3_600 }));
    await tools.expectSuccess(start({ seconds: 3 }));
    const { dataDir } = exchange;
    await exchange.halt();
    exchange = await open({ DATA_DIR: dataDir });
    for (const person of [admin, user]) person.ticket = await exchange.logIn(person.email);
    await soon(async () => {
      const [, , third] = (await records()).records.map(({ rangAt }: Json) => rangAt).reverse();
      return third === null ? undefined : true;
    });
    const desk = await tools.expectSuccess(exchange.get(`/admin/timer/desk?minPosition=${head()}`, admin.ticket));
    expect(desk).toMatchObject({ price: '2', running: 1 });
  });

  it('has a screen in the menu, a panel that follows the stream, and a section at the desk', async () => {
    visits = visitsTo(browser, exchange.url);
    const { page, watch } = await visits.visit('/', { ticket: user.ticket });
    await page.getByRole('link', { name: 'Timers' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Timers' }).waitFor();
    await page.getByText(`${MARKET} #2`).first().waitFor();
    await page.getByRole('button', { name: 'Start timer' }).click();
    await page.getByText(`${MARKET} #4`).first().waitFor();
    await publish(6_000_000);
    await page.getByText('60000').first().waitFor();
    watch.expectNothing();
    const records = await visits.visit('/accountSet/assetRecords', { ticket: user.ticket });
    await records.page.getByText('Price of a timer').first().waitFor();
    const desk = await visits.visit('/admin/timers', { ticket: admin.ticket });
    await desk.page.getByText('2 USDT').first().waitFor();
    const terms = { clientId: exchange.clientId(), price: '3', reason: 'dearer' };
    await tools.expectSuccess(exchange.post('/admin/timer/setTerms', terms, admin.ticket));
    const proposals = await visits.visit('/admin/proposals', { ticket: admin.ticket });
    await proposals.page.getByText('Price of timers').first().waitFor();
  });
});
