/** A visitor's browser window, with a record of every error in it. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { hasKey, stepUpProof } from '../../tools/people/http-exchange';
import { STEP_UP_HEADER, STEP_UP_REQUIRED } from '../../../shared/wire/step-up';
import type { Language } from '../../../shared/wire/languages';
import { eventually } from './soon';

export type Device = keyof typeof DEVICES;

/** The desktop uses the dark theme and the phone the light one, so that every screen is checked in both. */
export const DEVICES = {
  desktop: { viewport: { width: 1366, height: 768 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

const PATIENCE_MS = 60_000;
/** `BROWSER_SLOWDOWN=6` slows the processor, to find tests that pass on fast machines only. */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1);
/** True if screenshots are saved for people. */
const IS_LOOKED_AT = (process.env.LOOK_AT ?? process.env.SHOTS) !== undefined;
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

export interface Visitor {
  /** Address of the exchange. */
  url: string;
  device?: Device;
  language?: Language;
  /** Ticket of the logged-in user. */
  ticket?: string;
  /** Enables the service worker, as on repeat visits. */
  withWorker?: boolean;
}

export async function openWindow(browser: Browser, visitor: Visitor): Promise<BrowserContext> {
  const { url, device = 'desktop', language, ticket, withWorker = false } = visitor;
  const { origin } = new URL(url);
  const context = await browser.newContext({
    ...DEVICES[device],
    baseURL: url,
    reducedMotion: 'reduce',
    serviceWorkers: withWorker ? 'allow' : 'block',
    storageState: {
      cookies: [languageCookie(url, language)],
      origins: ticket === undefined ? [] : [{ origin, localStorage: [{ name: 'ticket', value: ticket }] }],
    },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (ticket !== undefined && hasKey(ticket)) await proveActs(context, url, ticket);
  return context;
}

/** Cookie that sets the language of a window from its first page on. */
export function languageCookie(url: string, language: Language = 'en') {
  const forEver = { expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' } as const;
  return { name: 'lang', value: language, domain: new URL(url).hostname, path: '/', ...forEver };
}

/**
 * Answers step-up requests of staff at once, as by a touched security key; the dialog has its own test. Done in the
 * page rather than by intercepting requests, because interception turns the browser's cache off.
 */
async function proveActs(context: BrowserContext, url: string, ticket: string): Promise<void> {
  await context.exposeBinding('proofOfAct', (_page, digest: string) => stepUpProof(url, ticket, digest));
  await context.addInitScript(answerStepUps, {
    acts: '/exchange/admin/',
    required: STEP_UP_REQUIRED,
    header: STEP_UP_HEADER,
  });
}

interface Proving extends Window {
  proofOfAct(digest: string): Promise<string>;
}

/** Runs in the page. */
function answerStepUps({ acts, required, header }: { acts: string; required: string; header: string }): void {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'POST' || !new URL(request.url).pathname.startsWith(acts)) return send(request);
    const again = request.clone();
    const response = await send(request);
    if (!response.headers.get('content-type')?.includes('json')) return response;
    const { code, data } = await response.clone().json();
    if (code !== required) return response;
    again.headers.set(header, await (window as unknown as Proving).proofOfAct(data.digest));
    return send(again);
  };
}

export interface Watch {
  /** Problems since the last call. */
  take(): string[];
  /** Fails with all problems. */
  expectNothing(): void;
  /** True while a response is pending. */
  isWaiting(): boolean;
  /** Number of client parts requested so far. */
  parts(): number;
  /** Waits for the snapshot of a channel; later messages on it are updates. */
  follows(channel: string): Promise<void>;
}

export async function openPage(context: BrowserContext): Promise<{ page: Page; watch: Watch }> {
  const page = await context.newPage();
  await page.addInitScript(takeNotices);
  if (!IS_LOOKED_AT) await page.addInitScript(paintNothing);
  if (SLOWDOWN > 1) {
    const debugging = await context.newCDPSession(page);
    await debugging.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  return { page, watch: watchOver(page) };
}

/** Records console errors and warnings, uncaught errors, failed requests and error responses. */
function watchOver(page: Page): Watch {
  let problems: string[] = [];
  let waiting = 0;
  let parts = 0;
  page.on('console', (message) => {
    const type = message.type();
    // The text of the message lacks the address that failed to load.
    const isOurs = (type === 'error' || type === 'warning') && message.text() !== WORKER_BLOCKED;
    if (isOurs) problems.push(`${type}: ${message.text()} ${message.location().url}`);
  });
  // Thrown values that are not an Error have an empty stack.
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack || error.message}`));
  page.on('request', (request) => {
    waiting += 1;
    if (request.resourceType() === 'script') parts += 1;
  });
  page.on('requestfinished', () => (waiting -= 1));
  page.on('requestfailed', (request) => {
    waiting -= 1;
    const why = request.failure()?.errorText ?? '';
    // Navigation aborts requests of the previous page.
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
    parts: () => parts,
    follows: subscriptionsOf(page),
  };
}

/** Tracks the sockets of the current page load: responses carry the number of their request. */
function subscriptionsOf(page: Page): (channel: string) => Promise<void> {
  const followed = new Set<string>();
  page.on('websocket', (socket) => {
    const asked = new Map<string, string>();
    followed.clear();
    socket.on('framesent', ({ payload }) => {
      const [, number, channel] = /^42(\d+)\["subscribe",\{"channel":"(\w+)"/.exec(String(payload)) ?? [];
      if (number !== undefined) asked.set(number, channel);
    });
    socket.on('framereceived', ({ payload }) => {
      const channel = asked.get(/^43(\d+)\[\{"code":"success"/.exec(String(payload))?.[1] ?? '');
      if (channel !== undefined) followed.add(channel);
    });
  });
  return async (channel) =>
    void (await eventually(async () => followed.has(channel) || null, `the page follows ${channel}`, PATIENCE_MS));
}

interface Unpainted extends Window {
  unpainted?: CSSStyleSheet;
}

/**
 * Runs in the page: keeps layout, accessibility and input but skips painting, since nobody sees the pixels. Axe reads
 * computed styles, so it runs without this style sheet.
 */
function paintNothing(): void {
  const sheet = ((window as Unpainted).unpainted = new CSSStyleSheet());
  sheet.replaceSync(':root { opacity: 0 !important }');
  document.adoptedStyleSheets.push(sheet);
}

interface Noticing extends Window {
  noticesTaken?: string[];
}

/** Runs in the page: records toasts, which disappear after two seconds, before a test may look. */
function takeNotices(): void {
  const taken: string[] = ((window as Noticing).noticesTaken = []);
  const watcher = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.parentElement?.closest('[role="status"][aria-live]')) taken.push(node.textContent ?? '');
    }
  });
  watcher.observe(document, { subtree: true, childList: true });
}

/** Waits for a toast since the page was loaded, visible or already gone. Each toast is consumed once. */
export async function announced(page: Page, text: string | RegExp): Promise<void> {
  await page.waitForFunction((wanted) => {
    const taken = (window as Noticing).noticesTaken ?? [];
    const at = taken.findIndex((said) => (typeof wanted === 'string' ? said === wanted : wanted.test(said)));
    return at >= 0 && taken.splice(at, 1).length > 0;
  }, text);
}

/** Loads a screen and drops problems of the previous one. Staying on the same site keeps the renderer process. */
export async function load(page: Page, watch: Watch, address: string): Promise<void> {
  await page.goto('/icon.svg');
  watch.take();
  await page.goto(address, { waitUntil: 'commit' });
  await settled(page, watch);
}

/** Waits until the screen has a heading, no spinner and no pending request. */
export async function settled(page: Page, watch: Watch): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  // Checked again after painting, because rendering may start further requests.
  for (;;) {
    const wasWaiting = watch.isWaiting();
    const isCalm = await page.evaluate(isCalmWhenPainted).catch(isOtherPage);
    if (isCalm && !wasWaiting && !watch.isWaiting()) return;
    if (Date.now() > deadline) throw new Error(`${page.url()} is still loading`);
  }
}

/** A navigation destroys the context during the check; the new page is then checked. */
function isOtherPage(error: Error): false {
  if (!/context was destroyed|navigat/i.test(error.message)) throw error;
  return false;
}

/**
 * Runs in the page: true if it has a heading and loads nothing, now and two frames later, after the work of those
 * frames. The wait happens in the page, because each round trip takes time.
 */
export async function isCalmWhenPainted(): Promise<boolean> {
  const frame = (): Promise<unknown> => new Promise((painted) => requestAnimationFrame(painted));
  const leisure = (): Promise<unknown> => new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 }));
  const isCalm = (): boolean =>
    document.querySelector('main h1') !== null &&
    document.querySelector('main [data-kind="loading"], main [aria-busy="true"]') === null;
  for (let frames = 0; !isCalm() && frames < 60; frames += 1) await frame();
  await frame();
  await frame();
  await leisure();
  return isCalm();
}

/** Two frames: the rendered changes are painted. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted()))),
  );
}
