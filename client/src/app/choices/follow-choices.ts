/**
 * Synchronises preferences with the account while the page is open. It reads at log-in and when the tab becomes visible or online. It
 * writes changes after a debounce, several in one request.
 */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { sessionOf, sessionOwner } from '../../kit/api/session';
import { faultMessage, type Fault } from '../../kit/api/envelope';
import { listenToStorage, notifyStorageListeners } from '../../kit/lib/storage/browser-storage';
import {
  pendingChoices,
  markChoices,
  applyServerChoices,
  toWire,
  type Choice,
} from '../../kit/lib/storage/preference-sync';
import { serverNow } from '../../kit/stream/server-time';
import { toastShown } from '../../kit/toasts/toasts-slice';
import { choicesApi } from './choices-api';

/** Debounce in milliseconds, so that dragging a panel's edge does not send every step. */
const BATCH_MS = 1_000;
const RETRY_MS = 30_000;
/** The server's maximum per request. */
const SAVED_MAX = 50;
/** Permanent refusals; all other failures are retried. */
const REFUSALS: ReadonlySet<string> = new Set(['choices.too.many', 'request.invalid']);

interface Page {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  getState: () => unknown;
  subscribe: (listener: () => void) => () => void;
}

/** Returns a function that stops it. */
export function followChoices(page: Page): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Session whose synchronisation is running. */
  let busyFor: string | null = null;
  /** Another synchronisation was requested meanwhile. */
  let isAskedAgain = false;

  /** While a ticket's owner is unknown, choices are stored as a visitor's. */
  const isOwned = (): boolean => {
    const owner = sessionOwner();
    return owner !== null && owner === sessionOf(page)?.user;
  };
  const later = (ms: number, act: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };

  const follow = async (): Promise<void> => {
    const id = sessionOf(page)?.id ?? '';
    clearTimeout(timer);
    if (!isOwned()) return;
    if (busyFor === id) {
      isAskedAgain = true;
      return;
    }
    busyFor = id;
    isAskedAgain = false;
    const end = await syncChoices(page, id);
    // Another session has begun; it synchronises itself.
    if (busyFor !== id) return;
    busyFor = null;
    if (isAskedAgain) await follow();
    else if (end === 'failed') later(RETRY_MS, () => void follow());
  };

  let session = sessionOf(page)?.id;
  const stopSession = page.subscribe(() => {
    const currentSession = sessionOf(page)?.id;
    if (currentSession === session) return;
    session = currentSession;
    busyFor = null;
    notifyStorageListeners();
    void follow();
  });
  const isPending = (): boolean => isOwned() && pendingChoices().length > 0;
  const stopChoices = listenToStorage(() => {
    if (isPending()) later(BATCH_MS, () => void (isPending() && follow()));
  });
  const comeBack = (): void => {
    if (!document.hidden) void follow();
  };
  document.addEventListener('visibilitychange', comeBack);
  window.addEventListener('online', comeBack);
  void follow();
  return () => {
    clearTimeout(timer);
    stopSession();
    stopChoices();
    document.removeEventListener('visibilitychange', comeBack);
    window.removeEventListener('online', comeBack);
  };
}

/** Reads the account first, so that an older change in this browser does not overwrite a newer one from another. */
async function syncChoices(page: Page, session: string): Promise<'done' | 'failed'> {
  const isOver = (): boolean => sessionOf(page)?.id !== session;
  const { data } = await page.dispatch(choicesApi.endpoints.ownChoices.initiate(undefined, { track: false }));
  if (isOver() || !data) return 'failed';
  applyServerChoices(data.choices, serverNow());
  let refusal: Fault | null = null;
  const pending = pendingChoices();
  for (let from = 0; from < pending.length; from += SAVED_MAX) {
    const end = await saved(page, pending.slice(from, from + SAVED_MAX), isOver);
    if (end === 'failed') return 'failed';
    refusal ??= end;
  }
  if (refusal) {
    const message = faultMessage(refusal);
    page.dispatch(toastShown({ kind: 'error', ...message }));
  }
  return 'done';
}

/** The server saves all or none. After a refusal the preferences are sent one by one, so the others are still saved. */
async function saved(page: Page, choices: readonly Choice[], isOver: () => boolean): Promise<Fault | 'failed' | null> {
  const body = { choices: Object.fromEntries(choices.map((choice) => [choice.key, toWire(choice)])) };
  const answer = await page.dispatch(choicesApi.endpoints.saveChoices.initiate(body, { track: false }));
  if (isOver()) return 'failed';
  const error = answer.error;
  if (!error) {
    markChoices(choices, 'saved');
    return null;
  }
  if (!REFUSALS.has(error.code ?? '')) return 'failed';
  if (choices.length === 1) {
    markChoices(choices, 'held');
    return error;
  }
  let refusal: Fault | null = null;
  for (const choice of choices) {
    const end = await saved(page, [choice], isOver);
    if (end === 'failed') return 'failed';
    refusal ??= end;
  }
  return refusal;
}
