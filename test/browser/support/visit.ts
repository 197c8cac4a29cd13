/** A visitor's browser window, and everything that goes wrong in it without anyone pressing a key. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { z } from 'zod';
import { hasKey, stepUpProof } from '../../tools/http-exchange';
import { STEP_UP_HEADER, STEP_UP_REQUIRED, stepUpWanted } from '../../../shared/wire/step-up';
import type { Language } from '../../../shared/wire/languages';

export type Device = keyof typeof DEVICES;

/** The desktop is dark and the phone light, so that both themes are seen on every screen. */
export const DEVICES = {
  desktop: { viewport: { width: 1366, height: 768 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

const PATIENCE_MS = 60_000;
/** `BROWSER_SLOWDOWN=6`: what only passes on a fast machine fails on a slow one. */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1);
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

export interface Visitor {
  /** Address of the exchange. */
  url: string;
  device?: Device;
  language?: Language;
  /** Of whoever is logged in. */
  ticket?: string;
  /** Lets the app's worker stand between page and server, as it does for whoever comes again. */
  withWorker?: boolean;
}

export async function openWindow(browser: Browser, visitor: Visitor): Promise<BrowserContext> {
  const { url, device = 'desktop', language = 'en', ticket, withWorker = false } = visitor;
  const { hostname: domain, origin } = new URL(url);
  const forEver = { expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' } as const;
  const context = await browser.newContext({
    ...DEVICES[device],
    baseURL: url,
    reducedMotion: 'reduce',
    serviceWorkers: withWorker ? 'allow' : 'block',
    storageState: {
      cookies: [{ name: 'lang', value: language, domain, path: '/', ...forEver }],
      origins: ticket === undefined ? [] : [{ origin, localStorage: [{ name: 'ticket', value: ticket }] }],
    },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (ticket !== undefined && hasKey(ticket)) await proveActs(context, url, ticket);
  return context;
}

/** What asks staff for their factor gets it at once, as from a key that was touched: the question itself has a test of its own. */
async function proveActs(context: BrowserContext, url: string, ticket: string): Promise<void> {
  await context.route(`${url}/exchange/admin/**`, async (route) => {
    try {
      const response = await route.fetch();
      const isAnswer = response.headers()['content-type']?.includes('json') ?? false;
      const wanted = isAnswer ? stepUpAnswer.safeParse(await response.json()) : null;
      if (!wanted?.success) return await route.fulfill({ response });
      const proof = await stepUpProof(url, ticket, wanted.data.data.digest);
      const headers = { ...route.request().headers(), [STEP_UP_HEADER]: proof };
      await route.fulfill({ response: await route.fetch({ headers }) });
    } catch {
      // The page has gone on to another, or is closed: nobody waits for the answer. Who does sees a request that failed.
      await route.abort().catch(() => undefined);
    }
  });
}

const stepUpAnswer = z.object({ code: z.literal(STEP_UP_REQUIRED), data: stepUpWanted });

export interface Watch {
  /** What has gone wrong since the last question. */
  take(): string[];
  /** Fails with all of it. */
  expectNothing(): void;
  /** Whether an answer is awaited. */
  isWaiting(): boolean;
}

export async function openPage(context: BrowserContext): Promise<{ page: Page; watch: Watch }> {
  const page = await context.newPage();
  await page.addInitScript(takeNotices);
  if (SLOWDOWN > 1) {
    const debugging = await context.newCDPSession(page);
    await debugging.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  return { page, watch: watchOver(page) };
}

/** Console errors and warnings, uncaught errors, requests without an answer and answers that say no. */
function watchOver(page: Page): Watch {
  let problems: string[] = [];
  let waiting = 0;
  page.on('console', (message) => {
    const type = message.type();
    // The address of what failed to load is not in the text.
    const isOurs = (type === 'error' || type === 'warning') && message.text() !== WORKER_BLOCKED;
    if (isOurs) problems.push(`${type}: ${message.text()} ${message.location().url}`);
  });
  // What is thrown without being an Error has an empty stack.
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack || error.message}`));
  page.on('request', () => (waiting += 1));
  page.on('requestfinished', () => (waiting -= 1));
  page.on('requestfailed', (request) => {
    waiting -= 1;
    const why = request.failure()?.errorText ?? '';
    // What a navigation leaves behind is aborted.
    if (why !== 'net::ERR_ABORTED') problems.push(`no answer: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`HTTP ${response.status()}: ${response.url()}`);
  });
  const take = (): string[] => {
    const taken = problems;
    problems = [];
    return taken;
  };
  return {
    take,
    expectNothing: () => expect(take()).toEqual([]),
    isWaiting: () => waiting > 0,
  };
}

interface Noticing extends Window {
  noticesTaken?: string[];
}

/** Runs in the page: what its short notices say stays two seconds, and whoever looks then may look too late. */
function takeNotices(): void {
  const taken: string[] = ((window as Noticing).noticesTaken = []);
  const watcher = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.parentElement?.closest('[role="status"][aria-live]')) taken.push(node.textContent ?? '');
    }
  });
  watcher.observe(document, { subtree: true, childList: true });
}

/** Until a short notice has said so since the page was loaded, shown still or not. Each is taken once. */
export async function announced(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const taken = (window as Noticing).noticesTaken ?? [];
    const at = taken.indexOf(wanted);
    return at >= 0 && taken.splice(at, 1).length > 0;
  }, text);
}

/** A screen by itself. What the one before left behind is none of its own, and a file of the same site keeps the process. */
export async function load(page: Page, watch: Watch, address: string): Promise<void> {
  await page.goto('/icon.svg');
  watch.take();
  await page.goto(address, { waitUntil: 'commit' });
  await settled(page, watch);
}

/** Until the screen has what it asked for: a heading, no spinner, no question under way. */
export async function settled(page: Page, watch: Watch): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  const deadline = Date.now() + PATIENCE_MS;
  // What is calm is looked at again when it is painted: to render may be to ask for more.
  for (;;) {
    const wasWaiting = watch.isWaiting();
    const isCalm = await page.evaluate(isCalmWhenPainted);
    if (isCalm && !wasWaiting && !watch.isWaiting()) return;
    if (Date.now() > deadline) throw new Error(`${page.url()} is still loading`);
  }
}

/** Runs in the page: whether nothing is loading, and nothing is two frames later. One question, as each takes its time. */
async function isCalmWhenPainted(): Promise<boolean> {
  const isLoading = (): boolean =>
    document.querySelector('main [data-kind="loading"], main [aria-busy="true"]') !== null;
  const wasLoading = isLoading();
  await new Promise<void>((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted())));
  return !wasLoading && !isLoading();
}

/** Two frames: what was rendered is painted. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted()))),
  );
}
