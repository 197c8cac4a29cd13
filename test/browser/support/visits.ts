/**
 * Visits to one exchange, each as in a new window. Windows are pooled by device and wiped between visits, so that the
 * client's files are loaded and parsed only once.
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
  /** Resolves when the screen has loaded its data. */
  visit(path: string, guest?: Guest): Promise<Visit>;
  /** In a window that is not reused: for changes that a wipe cannot undo, such as another clock. */
  visitAlone(path: string, guest?: Guest): Promise<Visit>;
  /** Ends all visits; called after each test. */
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

/** Properties that a window keeps for life: its device, and the virtual security key of staff. */
function kindOf({ device = 'desktop', ticket }: Guest): string {
  return JSON.stringify([device, ticket !== undefined && hasKey(ticket) ? ticket : null]);
}

async function goTo(path: string, window: Window): Promise<Visit> {
  await window.page.goto(path);
  await settled(window.page, window.watch);
  return window;
}

/**
 * Opens an inert file of the same site: nothing runs until the next visit, and the renderer process with its cache
 * survives.
 */
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
