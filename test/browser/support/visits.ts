/**
 * Visits to one exchange, each as in a window of its own. A window that was left is taken over by whoever comes next on
 * such a device: it is wiped, but what it has loaded and read of the client it need not load and read again.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { hasKey } from '../../tools/people/http-exchange';
import { DEVICES, languageCookie, openPage, openWindow, settled, type Visitor, type Watch } from './visit';

type Guest = Omit<Visitor, 'url' | 'withWorker'>;

interface Visit {
  page: Page;
  watch: Watch;
}

interface Window extends Visit {
  context: BrowserContext;
}

export interface Visits {
  /** Until the screen has what it asked for. */
  visit(path: string, guest?: Guest): Promise<Visit>;
  /** In a window that nobody has after: for what a page cannot be rid of, such as another clock. */
  visitAlone(path: string, guest?: Guest): Promise<Visit>;
  /** All leave: after each test. */
  end(): Promise<void>;
}

export function visitsTo(browser: Browser, url: string): Visits {
  const free = new Map<string, Window[]>();
  let taken: { window: Window; kind: string | null }[] = [];

  return {
    visit: async (path, guest = {}) => {
      const kind = kindOf(guest);
      const left = free.get(kind)?.pop();
      const window = left ?? (await newWindow(guest));
      taken.push({ window, kind });
      if (left) await wipeFor(left, guest);
      return goTo(path, window);
    },
    visitAlone: async (path, guest = {}) => {
      const window = await newWindow(guest);
      taken.push({ window, kind: null });
      return goTo(path, window);
    },
    end: async () => {
      const gone = taken;
      taken = [];
      for (const { window, kind } of gone) {
        if (kind === null) await window.context.close();
        else {
          await leave(window);
          free.set(kind, [...(free.get(kind) ?? []), window]);
        }
      }
    },
  };

  async function newWindow(guest: Guest): Promise<Window> {
    const context = await openWindow(browser, { url, ...guest });
    return { context, ...(await openPage(context)) };
  }

  async function wipeFor({ context, page, watch }: Window, { device = 'desktop', language, ticket }: Guest) {
    const { viewport } = DEVICES[device];
    await context.clearCookies();
    await context.addCookies([languageCookie(url, language)]);
    await page.setViewportSize(viewport);
    await page.evaluate(keepNothingBut, ticket);
    watch.take();
  }
}

/** What a window cannot change: its device, and the key of staff that is touched in it. */
function kindOf({ device = 'desktop', ticket }: Guest): string {
  return JSON.stringify([device, ticket !== undefined && hasKey(ticket) ? ticket : null]);
}

async function goTo(path: string, window: Window): Promise<Visit> {
  await window.page.goto(path);
  await settled(window.page, window.watch);
  return window;
}

/** Nothing goes on in it until the next one comes; a file of the same site keeps the process, and with it what was read. */
async function leave({ context, page }: Window): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto('/icon.svg');
  await page.mouse.move(0, 0);
}

/** Runs in the page. */
function keepNothingBut(ticket: string | undefined): void {
  for (const storage of [sessionStorage, localStorage]) storage.clear();
  if (ticket !== undefined) localStorage.setItem('ticket', ticket);
}
