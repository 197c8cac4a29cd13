/** A visitor's browser window, and everything that goes wrong in it without anyone pressing a key. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { hasKey, stepUpProof } from '../../tools/people/http-exchange';
import { STEP_UP_HEADER, STEP_UP_REQUIRED } from '../../../shared/wire/step-up';
import type { Language } from '../../../shared/wire/languages';
import { eventually } from './soon';

export type Device = keyof typeof DEVICES;

/** The desktop is dark and the phone light, so that both themes are seen on every screen. */
export const DEVICES = {
  desktop: { viewport: { width: 1366, height: 768 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

const PATIENCE_MS = 60_000;
/** `BROWSER_SLOWDOWN=6`: what only passes on a fast machine fails on a slow one. */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1);
/** Whether pictures are taken of the screens, for people. */
const IS_LOOKED_AT = (process.env.LOOK_AT ?? process.env.SHOTS) !== undefined;
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

/** By which a window speaks a language from its first page on. */
export function languageCookie(url: string, language: Language = 'en') {
  const forEver = { expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' } as const;
  return { name: 'lang', value: language, domain: new URL(url).hostname, path: '/', ...forEver };
}

/**
 * What asks staff for their factor gets it at once, as from a key that was touched: the question itself has a test of its own.
 * In the page and not on its way: a browser whose requests are held keeps nothing that it has loaded.
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
  /** What has gone wrong since the last question. */
  take(): string[];
  /** Fails with all of it. */
  expectNothing(): void;
  /** Whether an answer is awaited. */
  isWaiting(): boolean;
  /** How many parts of the client have been asked for. */
  parts(): number;
  /** Until the page has been told what there is of a channel: what comes on it from then on is news. */
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

/** Console errors and warnings, uncaught errors, requests without an answer and answers that say no. */
function watchOver(page: Page): Watch {
  let problems: string[] = [];
  let waiting = 0;
  let parts = 0;
  page.on('console', (message) => {
    const type = message.type();
    // The address of what failed to load is not in the text.
    const isOurs = (type === 'error' || type === 'warning') && message.text() !== WORKER_BLOCKED;
    if (isOurs) problems.push(`${type}: ${message.text()} ${message.location().url}`);
  });
  // What is thrown without being an Error has an empty stack.
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack || error.message}`));
  page.on('request', (request) => {
    waiting += 1;
    if (request.resourceType() === 'script') parts += 1;
  });
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
    parts: () => parts,
    follows: subscriptionsOf(page),
  };
}

/** By the sockets of the page as it is loaded now: its questions are numbered, and so are their answers. */
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
 * Runs in the page: what is on it is laid out, and told apart, and pressed, as ever; its pixels, which nobody looks at, are
 * not made. Axe, which reads styles, is given the page without it.
 */
function paintNothing(): void {
  const sheet = ((window as Unpainted).unpainted = new CSSStyleSheet());
  sheet.replaceSync(':root { opacity: 0 !important }');
  document.adoptedStyleSheets.push(sheet);
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
export async function announced(page: Page, text: string | RegExp): Promise<void> {
  await page.waitForFunction((wanted) => {
    const taken = (window as Noticing).noticesTaken ?? [];
    const at = taken.findIndex((said) => (typeof wanted === 'string' ? said === wanted : wanted.test(said)));
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
  const deadline = Date.now() + PATIENCE_MS;
  // What is calm is looked at again when it is painted: to render may be to ask for more.
  for (;;) {
    const wasWaiting = watch.isWaiting();
    const isCalm = await page.evaluate(isCalmWhenPainted).catch(isOtherPage);
    if (isCalm && !wasWaiting && !watch.isWaiting()) return;
    if (Date.now() > deadline) throw new Error(`${page.url()} is still loading`);
  }
}

/** A page that is left while it is asked gives no answer: the next one is asked. */
function isOtherPage(error: Error): false {
  if (!/context was destroyed|navigat/i.test(error.message)) throw error;
  return false;
}

/**
 * Runs in the page: whether it has a heading and nothing is loading, and so it is two frames later, when it has done what
 * these gave it to do. Waited for there, as each question takes its time.
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

/** Two frames: what was rendered is painted. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted()))),
  );
}
