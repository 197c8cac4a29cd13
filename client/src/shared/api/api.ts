/** The one HTTP client. Endpoints are injected by the entities they belong to. */
import {
  createApi,
  fetchBaseQuery,
  retry,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { PROJECTION_BEHIND } from '../../../../shared/wire/projection-behind';
import { currentLanguage } from '../i18n/i18n';
import { isAway } from '../lib/storage/presence';
import { toastShown } from '../toasts/toasts-slice';
import { BASE } from './endpoints';
import { dataOf, isBehind, isRepeated, reactionTo, type Fault } from './envelope';
import { isRebuildTold, rebuildTold } from './rebuild-slice';
import { endSession, isSessionKept, sessionOf } from './session';
import { withStepUp } from './step-up';

const TIMEOUT_MS = 30_000;
/** With growing pauses, some seventeen seconds in all beside the server's own waiting. */
const RETRIES_MAX = 5;
const PAUSE_MS = 300;

/** What an endpoint may ask for beside its request. */
export interface AnswerOptions {
  /** Says itself what went wrong, or has no need to: no toast is shown. */
  isQuiet?: boolean;
  /** Refusals that are no fault but a question: what asked answers them itself. */
  quietCodes?: readonly string[];
  /** The calls of the log-in itself: nothing that has expired is worth an alert there. */
  isLogin?: boolean;
}

/**
 * Between two attempts, longer each time and by chance, so that not every screen asks at once. Unlike the library's own it
 * leaves no listener behind on the signal, which is one for all attempts.
 */
function pause(attempt: number, _attemptsMax: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(new Error('Aborted'));
    };
    const go = (): void => {
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(go, (Math.random() + 0.4) * PAUSE_MS * 2 ** attempt);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** The session that a request belongs to. */
interface Asker {
  session?: string | undefined;
}

const send = fetchBaseQuery({
  baseUrl: BASE,
  timeout: TIMEOUT_MS,
  credentials: 'same-origin',
  prepareHeaders: (headers) => {
    headers.set('lang', currentLanguage());
    if (isAway()) headers.set('away', '1');
  },
});

/** Under the session it was asked for alone, be it at the third attempt. */
const sendFor: BaseQueryFn<FetchArgs, unknown, FetchBaseQueryError, Asker, FetchBaseQueryMeta> = (
  parameters,
  api,
  { session },
) =>
  sessionOf(api)?.id === session
    ? send(parameters, api, {})
    : { error: { status: 'CUSTOM_ERROR', error: 'superseded' } };

const request = retry(sendFor, {
  backoff: pause,
  // Said before anything is done, of what a moment later is there: nothing a user should have to press a button for.
  retryCondition: (error, _, { attempt }) => isBehind((error as FetchBaseQueryError).data) && attempt <= RETRIES_MAX,
});

const SUPERSEDED = { error: { cause: 'superseded' } } as const satisfies { error: Fault };

/**
 * Opens the envelope: `data` of a success, or the code and the words of a refusal, which is also shown. A request goes out
 * with the ticket of the store, and only as long as that is the browser's too.
 */
const openEnvelope: BaseQueryFn<FetchArgs, unknown, Fault, AnswerOptions> = async (parameters, api, options = {}) => {
  if (!options.isLogin && !isSessionKept(api)) return SUPERSEDED;
  const asker = sessionOf(api);
  // What the log-in asks belongs to no session yet; it and a log-out bring the ticket they are about.
  const ticket = options.isLogin ? null : (asker?.ticket ?? null);
  const headers = { ...(ticket === null ? {} : { ticket }), ...(parameters.headers as Record<string, string>) };
  const opened = await withStepUp(async (proof) => {
    const sent = { ...parameters, headers: { ...headers, ...proof } };
    const { data, error, meta } = await request(sent, api, { session: asker?.id });
    const isRebuilding = meta?.response?.headers.has(PROJECTION_BEHIND);
    if (isRebuilding !== undefined && isRebuilding !== isRebuildTold(api.getState()))
      api.dispatch(rebuildTold(isRebuilding));
    return dataOf(data ?? error?.data, error?.status);
  });
  // Asked for under a session that is over: nobody's answer any more, neither to be kept nor to be told of.
  if (!options.isLogin && (!isSessionKept(api) || sessionOf(api)?.id !== asker?.id)) return SUPERSEDED;
  if (!('error' in opened)) {
    // Sent once more, since its first answer was lost: what the screen says is done was done then.
    if (isRepeated(opened.data)) api.dispatch(toastShown({ kind: 'info', key: 'page.done_before' }));
    return opened;
  }
  const reaction = reactionTo(opened.error, options);
  switch (reaction.kind) {
    case 'not_known':
    case 'expired':
      endSession(api, ticket, reaction);
      break;
    case 'toast':
      api.dispatch(toastShown({ kind: reaction.tone, ...reaction.words }));
      break;
    case 'none':
      break;
  }
  return opened;
};

export const TAGS = [
  'Session',
  'Markets',
  'Orders',
  'Contract',
  'ContractInfo',
  'Option',
  'OptionProducts',
  'Earn',
  'EarnProducts',
  'Robot',
  'RobotProducts',
  'Assets',
  'Feedback',
  'Security',
  'LogIns',
  'Passkeys',
  'Authenticators',
  'BankCards',
  'Verification',
  'Messages',
  'Recharges',
  'DepositReports',
  'Withdrawals',
  'Addresses',
] as const;

export const api = createApi({
  reducerPath: 'api',
  baseQuery: openEnvelope,
  tagTypes: TAGS,
  endpoints: () => ({}),
});
