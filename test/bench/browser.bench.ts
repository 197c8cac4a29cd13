/*
 * The trading screen under book updates, in Chromium: script and layout time of an update, the longest task, and the heap
 * after an hour's worth of them. The whole client runs, from the socket's frame to the painted row.
 */
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import type { Level } from '../../shared/wire/market-data';
import type { Feeding } from './book-feed';
import { median, type BenchTable } from './table';

const FINDER = path.resolve(__dirname, '../../../scripts/chromium.mjs');
const SWITCHES = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];
const EVERY_MS = 100;
const UPDATES = 150;
const WARM_UP_UPDATES = 100;
const TRACED_UPDATES = 100;
/** Changes an update; the target is set for the last. */
const CHANGES = [0, 10, 100, 1_000];
const TARGET = { medianMs: 8, p95Ms: 16, taskMs: 50, heapGrowth: 0.05 };
/** An hour at ten a second, and the quarter of it that it is compared with. */
const HEAP_UPDATES = [9_000, 36_000] as const;

interface Case {
  changes: number;
  median: number;
  p95: number;
  longestTask: number;
}

export async function runBrowserBench(): Promise<BenchTable> {
  const feeder = fork(path.join(__dirname, 'book-feed.js'));
  const browser = await startChromium();
  try {
    const url = await told<string>(feeder);
    const page = await openScreen(browser, url);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await fed(feeder, { updates: WARM_UP_UPDATES, changes: 1_000, everyMs: EVERY_MS });
    const cases: Case[] = [];
    for (const changes of CHANGES) cases.push(await measure(feeder, page, session, changes));
    const heaps = await heapsAfterUpdates(feeder, page, session);
    return tableOf(cases, heaps, browser.version());
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

async function openScreen(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1920, height: 1080 } });
  await page.goto('/currencyTransaction');
  await page.getByText('Order book').first().waitFor();
  // The first row of either side: the snapshot has come.
  await page.getByText('50,000.01').first().waitFor();
  return page;
}

/** Between two updates the page does nothing else but what an update causes and a second's beat. */
async function measure(feeder: ChildProcess, page: Page, session: CDPSession, changes: number): Promise<Case> {
  const costs: number[] = [];
  for (let update = 0; update < UPDATES; update += 1) {
    const before = await workMs(session);
    await fed(feeder, { updates: 1, changes, everyMs: EVERY_MS });
    costs.push((await workMs(session)) - before);
  }
  const longestTask = await longestTaskMs(page, () =>
    fed(feeder, { updates: TRACED_UPDATES, changes, everyMs: EVERY_MS }),
  );
  costs.sort((a, b) => a - b);
  return { changes, median: median(costs), p95: costs[Math.floor(costs.length * 0.95)], longestTask };
}

/** Script, style and layout since the page began. */
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

/** The longest that the page's main thread was busy at a stretch. */
async function longestTaskMs(page: Page, act: () => Promise<Level>): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];
  await session.send('Tracing.start', { traceConfig: { includedCategories: categories } });
  await expectShown(page, await act());
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

/** Bytes in use after each number of updates at full speed, garbage gone. */
async function heapsAfterUpdates(feeder: ChildProcess, page: Page, session: CDPSession): Promise<number[]> {
  const heaps: number[] = [];
  let done = 0;
  for (const updates of HEAP_UPDATES) {
    await expectShown(page, await fed(feeder, { updates: updates - done, changes: 1_000, everyMs: 0 }));
    done = updates;
    await session.send('HeapProfiler.collectGarbage');
    heaps.push((await session.send('Runtime.getHeapUsage')).usedSize);
  }
  return heaps;
}

function tableOf(cases: readonly Case[], [early, late]: readonly number[], version: string): BenchTable {
  const growth = late / early - 1;
  const worst = cases[cases.length - 1];
  const isMet =
    worst.median < TARGET.medianMs &&
    worst.p95 < TARGET.p95Ms &&
    worst.longestTask < TARGET.taskMs &&
    growth < TARGET.heapGrowth;
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  return {
    title: 'The trading screen under book updates',
    columns: ['changes an update', 'script + layout, median ms', 'p95 ms', 'longest task ms'],
    rows: cases.map(({ changes, ...figures }) => [
      changes.toLocaleString('en'),
      figures.median.toFixed(2),
      figures.p95.toFixed(2),
      figures.longestTask.toFixed(1),
    ]),
    notes: [
      `${UPDATES} updates a row, ${EVERY_MS} ms apart, into a book of some 1,200 levels a side; 0 changes is the beat alone.`,
      `Heap after ${HEAP_UPDATES[0].toLocaleString('en')} updates of 1,000 changes at full speed ${mebibytes(early)} MiB,`,
      `after ${HEAP_UPDATES[1].toLocaleString('en')} ${mebibytes(late)} MiB (${(growth * 100).toFixed(1)} %).`,
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

async function fed(feeder: ChildProcess, feeding: Feeding): Promise<Level> {
  const done = told<Level>(feeder);
  feeder.send(feeding);
  return done;
}

/** A page that had stopped listening would be the fastest of all. */
async function expectShown(page: Page, [price, quantity]: Level): Promise<void> {
  const [priceShown, quantityShown] = [figure(price, 2), figure(quantity, 5)];
  await page.getByRole('row').filter({ hasText: priceShown }).filter({ hasText: quantityShown }).first().waitFor();
}

function figure(decimal: string, digits: number): string {
  return Number(decimal).toLocaleString('en', { minimumFractionDigits: digits });
}
