/*
 * The trading screen under load, in Chromium: script and layout time per update, the longest task, and the heap after
 * one hour's updates. The whole client runs, from the socket's frame to the painted row. The user has a hundred open
 * orders in two markets, two of which are partly filled every second, with trades, moving candles and forty tickers per
 * second.
 */
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import type { Fed, Feeding, Shown } from './browser/trading-feed';
import { heapInUse, type PageHeap } from './browser/page-heap';
import { median, type BenchTable } from './table';

const FINDER = path.resolve(__dirname, '../../../scripts/chromium.mjs');
const SWITCHES = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];
const EVERY_MS = 100;
/** Changes per update; the target applies to the last. */
const CHANGES = [0, 10, 100, 1_000];
const TARGET = { medianMs: 8, p95Ms: 16, taskMs: 50, heapGrowth: 0.05 };
/** An hour at ten per second, and the quarter of it for comparison. */
const HEAP_UPDATES: readonly [number, number] = [9_000, 36_000];
/** The traded markets. The screen switches between them after a number of updates. */
const MARKETS = ['BTC-USDT', 'ETH-USDT'] as const;
const TURN_UPDATES = 4_500;

interface Length {
  warmUp: number;
  updates: number;
  traced: number;
  heaps: readonly [number, number];
  turn: number;
}
const WHOLE: Length = { warmUp: 100, updates: 150, traced: 100, heaps: HEAP_UPDATES, turn: TURN_UPDATES };
/** For use during development: shows the trend, and its results are not kept in the README. */
const SHORT: Length = { warmUp: 30, updates: 40, traced: 30, heaps: [600, 1_200], turn: 300 };

interface Screen extends Length {
  feeder: ChildProcess;
  page: Page;
  session: CDPSession;
}

interface Case {
  changes: number;
  median: number;
  p95: number;
  longestTask: number;
}

export async function runBrowserBench({ isShort = false } = {}): Promise<BenchTable> {
  const feeder = fork(path.join(__dirname, 'browser/trading-feed.js'));
  const browser = await startChromium();
  try {
    const fed = await told<Fed>(feeder);
    const page = await openScreen(browser, fed);
    const session = await page.context().newCDPSession(page);
    // CPU time of the page's own thread, independent of other load on the machine.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const screen: Screen = { feeder, page, session, ...(isShort ? SHORT : WHOLE) };
    await feed(screen, { updates: screen.warmUp, changes: 1_000, everyMs: EVERY_MS });
    const cases: Case[] = [];
    for (const changes of CHANGES) cases.push(await measure(screen, changes));
    const heaps = await heapsAfterUpdates(screen);
    return tableOf(screen, cases, heaps, browser.version());
  } finally {
    await browser.close();
    feeder.send('close');
    await new Promise((resolve) => feeder.once('exit', resolve));
  }
}

async function startChromium(): Promise<Browser> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FINDER, '--print'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return chromium.launch({ executablePath: stdout.trim(), args: SWITCHES });
}

async function openScreen(browser: Browser, { url, ticket }: Fed): Promise<Page> {
  const layout = JSON.stringify({ preset: 'compact', hidden: [], moved: {}, sizes: {} });
  const localStorage = [
    { name: 'ticket', value: ticket },
    // With the list of markets shown too, which is the maximum that trading puts on one screen.
    { name: 'trade.layout', value: layout },
  ];
  const page = await browser.newPage({
    baseURL: url,
    viewport: { width: 1920, height: 1080 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  await page.goto(`/currencyTransaction?market=${MARKETS[0]}`);
  await bookShown(page);
  return page;
}

/** The first row of each side shows that the snapshot has arrived. */
async function bookShown(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Asks' }).getByRole('button').first().waitFor();
  await page.getByRole('table', { name: 'Open orders' }).getByRole('row').nth(1).waitFor();
}

/** Between two updates the page processes only the update's effects and the one-second beat. */
async function measure(screen: Screen, changes: number): Promise<Case> {
  const costs: number[] = [];
  for (let update = 0; update < screen.updates; update += 1) {
    const before = await workMs(screen.session);
    await feed(screen, { updates: 1, changes, everyMs: EVERY_MS });
    costs.push((await workMs(screen.session)) - before);
  }
  const longestTask = await longestTaskMs(screen, { updates: screen.traced, changes, everyMs: EVERY_MS });
  costs.sort((a, b) => a - b);
  return { changes, median: median(costs), p95: costs[Math.floor(costs.length * 0.95)], longestTask };
}

/** Script, style and layout time since the page started. */
async function workMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return 1_000 * (seconds('ScriptDuration') + seconds('RecalcStyleDuration') + seconds('LayoutDuration'));
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  args: { name?: string };
}

/** The longest time without interruption in which the page's main thread was busy. */
async function longestTaskMs(screen: Screen, feeding: Omit<Feeding, 'market'>): Promise<number> {
  const { page } = screen;
  const session = await page.context().browser()!.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];
  await session.send('Tracing.start', { traceConfig: { includedCategories: categories } });
  await expectShown(page, await feed(screen, feeding));
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = events.filter(
    (event) => event.ph === 'X' && event.name.endsWith('RunTask') && main.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('the trace knows no task of the page');
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1_000;
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`;
}

/**
 * Heap in use after each number of updates at full speed, after garbage collection. The market changes after every
 * turn.
 */
async function heapsAfterUpdates(screen: Screen): Promise<PageHeap[]> {
  const { page, session, heaps, turn } = screen;
  const found: PageHeap[] = [];
  for (let done = 0; done < heaps[1]; done += turn) {
    const market = MARKETS[(done / turn + 1) % MARKETS.length];
    await page
      .getByRole('table', { name: 'Markets' })
      .getByRole('button', { name: nameShown(market) })
      .first()
      .click();
    // The rest of the screen stays when another market is chosen, so only the heading shows that it is there.
    await page.getByRole('heading', { level: 1, name: nameShown(market) }).waitFor();
    await bookShown(page);
    await expectShown(page, await feed(screen, { updates: turn, changes: 1_000, everyMs: 0, market }));
    if (!heaps.includes(done + turn)) continue;
    found.push(await heapInUse(session));
  }
  return found;
}

function nameShown(market: string): RegExp {
  const [base, quote] = market.split('-');
  return new RegExp(`^${base} ?/${quote}$`);
}

function tableOf(
  screen: Screen,
  cases: readonly Case[],
  [early, late]: readonly PageHeap[],
  version: string,
): BenchTable {
  const growth = late.used / early.used - 1;
  // The engine decides when it compiles code, so only the rest counts as held by the page.
  const held = ({ used, code }: PageHeap): number => used - code;
  const worst = cases[cases.length - 1];
  const isMet =
    worst.median < TARGET.medianMs &&
    worst.p95 < TARGET.p95Ms &&
    worst.longestTask < TARGET.taskMs &&
    growth < TARGET.heapGrowth;
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  const percent = (ratio: number): string => `${(ratio * 100).toFixed(1).replace('-', '−')} %`;
  return {
    title: 'The trading screen as trading goes on',
    columns: ['changes an update', 'script + layout, median ms', 'p95 ms', 'longest task ms'],
    rows: cases.map(({ changes, ...figures }) => [
      changes.toLocaleString('en'),
      figures.median.toFixed(2),
      figures.p95.toFixed(2),
      figures.longestTask.toFixed(1),
    ]),
    notes: [
      `${screen.updates} updates a row, ${EVERY_MS} ms apart: changes of a book of some 1,500 levels a side whose prices wander, 2 trades,`,
      'with every fifth a fill of one of 100 open orders in two markets and the balances it moves, with every tenth 40 tickers and the candles.',
      'Time is that of the page’s own thread.',
      `Heap after ${screen.heaps[0].toLocaleString('en')} updates of 1,000 changes at full speed, on two markets in turn, ${mebibytes(early.used)} MiB,`,
      `after ${screen.heaps[1].toLocaleString('en')} ${mebibytes(late.used)} MiB (${percent(growth)}): of that compiled code`,
      `${mebibytes(early.code)} and ${mebibytes(late.code)} MiB, what the page holds ${mebibytes(held(early))} and ${mebibytes(held(late))} (${percent(held(late) / held(early) - 1)}).`,
      `Target for 1,000 changes: median < ${TARGET.medianMs} ms, p95 < ${TARGET.p95Ms} ms, no task > ${TARGET.taskMs} ms,`,
      `heap within ${TARGET.heapGrowth * 100} %: ${isMet ? 'met' : 'missed'}. Chromium ${version}, 1920 × 1080.`,
      '',
    ],
  };
}

function told<Answer>(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the feeder ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as Answer);
    });
  });
}

async function feed({ feeder }: Screen, feeding: Omit<Feeding, 'market'> & Partial<Feeding>): Promise<Shown> {
  const done = told<Shown>(feeder);
  feeder.send({ market: MARKETS[0], ...feeding });
  return done;
}

/** Checks that the page shows the last update, because a page that stopped listening would appear fastest. */
async function expectShown(page: Page, { ask: [price, quantity], available }: Shown): Promise<void> {
  const [priceShown, quantityShown] = [figure(price, 2), figure(quantity, 5)];
  await page.getByRole('row').filter({ hasText: priceShown }).filter({ hasText: quantityShown }).first().waitFor();
  // The user's own data must arrive too: the form shows the balance after the last fill, and every stream is live.
  await page.getByRole('form', { name: /^Buy / }).getByText(figure(available, 2)).waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
}

function figure(decimal: string, digits: number): string {
  return Number(decimal).toLocaleString('en', { minimumFractionDigits: digits });
}
