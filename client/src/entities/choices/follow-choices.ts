/**
 * For the life of the page: a user's choices go to the account and come from it. Asked for when a user enters and when the tab
 * comes back; a change goes out a moment after it was made, together with what was changed beside it.
 */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { sessionOf, sessionOwner } from '../../shared/api/session';
import { wordsOf, type Fault } from '../../shared/api/envelope';
import { listenToStorage, tellOfStorage } from '../../shared/lib/storage/browser-storage';
import { pendingChoices, settled, takeUp, toWire, type Choice } from '../../shared/lib/storage/kept-exchange';
import { serverNow } from '../../shared/stream/server-time';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { choicesApi } from './choices-api';

/** Who moves the edge of a panel is not sent for at every step. */
const TOGETHER_MS = 1_000;
const AGAIN_MS = 30_000;
/** As many as the exchange takes in one call. */
const SAVED_MAX = 50;
/** What will not be taken the next time either; anything else is tried again. */
const REFUSALS: ReadonlySet<string> = new Set(['choices.too.many', 'request.invalid']);

interface Page {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  getState: () => unknown;
  subscribe: (listener: () => void) => () => void;
}

/** Returns how to end it. */
export function followChoices(page: Page): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The session for which it is being done right now. */
  let busyFor: string | null = null;
  /** What was wished for meanwhile. */
  let isAskedAgain = false;

  /** Whoever has a ticket that nobody has said the owner of keeps things as visitors do. */
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
    const end = await exchangeChoices(page, id);
    // Another session has begun since, which looks after itself.
    if (busyFor !== id) return;
    busyFor = null;
    if (isAskedAgain) await follow();
    else if (end === 'failed') later(AGAIN_MS, () => void follow());
  };

  let session = sessionOf(page)?.id;
  const stopSession = page.subscribe(() => {
    const now = sessionOf(page)?.id;
    if (now === session) return;
    session = now;
    busyFor = null;
    tellOfStorage();
    void follow();
  });
  const isPending = (): boolean => isOwned() && pendingChoices().length > 0;
  const stopChoices = listenToStorage(() => {
    if (isPending()) later(TOGETHER_MS, () => void (isPending() && follow()));
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

/** First what the account has, so that an older change of this browser does not undo a later one of another. */
async function exchangeChoices(page: Page, session: string): Promise<'done' | 'failed'> {
  const isOver = (): boolean => sessionOf(page)?.id !== session;
  const { data } = await page.dispatch(choicesApi.endpoints.ownChoices.initiate(undefined, { track: false }));
  if (isOver() || !data) return 'failed';
  takeUp(data.choices, serverNow());
  let refusal: Fault | null = null;
  const pending = pendingChoices();
  for (let from = 0; from < pending.length; from += SAVED_MAX) {
    const end = await saved(page, pending.slice(from, from + SAVED_MAX), isOver);
    if (end === 'failed') return 'failed';
    refusal ??= end;
  }
  if (refusal) {
    const words = wordsOf(refusal);
    page.dispatch(toastShown({ kind: 'error', ...words }));
  }
  return 'done';
}

/** The exchange takes all or none: when one of them is refused, the others are saved without it. */
async function saved(page: Page, choices: readonly Choice[], isOver: () => boolean): Promise<Fault | 'failed' | null> {
  const body = { choices: Object.fromEntries(choices.map((choice) => [choice.key, toWire(choice)])) };
  const answer = await page.dispatch(choicesApi.endpoints.saveChoices.initiate(body, { track: false }));
  if (isOver()) return 'failed';
  const fault = answer.error;
  if (!fault) {
    settled(choices, 'saved');
    return null;
  }
  if (!REFUSALS.has(fault.code ?? '')) return 'failed';
  if (choices.length === 1) {
    settled(choices, 'held');
    return fault;
  }
  let refusal: Fault | null = null;
  for (const choice of choices) {
    const end = await saved(page, [choice], isOver);
    if (end === 'failed') return 'failed';
    refusal ??= end;
  }
  return refusal;
}
