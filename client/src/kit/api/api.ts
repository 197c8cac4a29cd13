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
import { dataOf, isBehind, isRepeated, faultReaction, type Fault } from './envelope';
import { selectIsRebuildShown, rebuildTold } from './rebuild-slice';
import { endSession, ensureCurrentSession, sessionOf } from './session';
import { withStepUp } from './step-up';

const TIMEOUT_MS = 30_000;
/** Attempts after the first. Their growing pauses sum to some 17 s, plus the server's own waiting. */
const RETRIES_MAX = 5;
const PAUSE_MS = 300;

/** Options of an endpoint beside its request. */
export interface AnswerOptions {
  /** Suppresses the toast: the caller shows faults itself or ignores them. */
  isQuiet?: boolean;
  /** Refusal codes that the caller handles as a question, without a toast. */
  quietCodes?: readonly string[];
  /** Part of the log-in: an expired session raises no alert. */
  isLogin?: boolean;
}

/**
 * Back-off with jitter, doubling with each attempt. Unlike the library's own it leaves no listener on the abort signal, which all
 * attempts share.
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
interface RequestSession {
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

/** Sends only while the session that asked is still current, on every attempt. */
const sendAs: BaseQueryFn<FetchArgs, unknown, FetchBaseQueryError, RequestSession, FetchBaseQueryMeta> = (
  parameters,
  api,
  { session },
) =>
  sessionOf(api)?.id === session
    ? send(parameters, api, {})
    : { error: { status: 'CUSTOM_ERROR', error: 'superseded' } };

const request = retry(sendAs, {
  backoff: pause,
  // A read model behind the request catches up within moments, so it is retried without the user.
  retryCondition: (error, _, { attempt }) => isBehind((error as FetchBaseQueryError).data) && attempt <= RETRIES_MAX,
});

const SUPERSEDED = { error: { cause: 'superseded' } } as const satisfies { error: Fault };

/**
 * Opens the envelope: returns `data` of a success, or code and text of a refusal, which it also shows. A request carries the store's
 * ticket, and is sent only while the browser's storage still holds that ticket.
 */
const openEnvelope: BaseQueryFn<FetchArgs, unknown, Fault, AnswerOptions> = async (parameters, api, options = {}) => {
  if (!options.isLogin && !ensureCurrentSession(api)) return SUPERSEDED;
  const requestSession = sessionOf(api);
  // A log-in has no session yet. Log-in and log-out carry the ticket that they concern.
  const ticket = options.isLogin ? null : (requestSession?.ticket ?? null);
  const headers = { ...(ticket === null ? {} : { ticket }), ...(parameters.headers as Record<string, string>) };
  const result = await withStepUp(async (proof) => {
    const parametersWithProof = { ...parameters, headers: { ...headers, ...proof } };
    const { data, error, meta } = await request(parametersWithProof, api, { session: requestSession?.id });
    const isRebuilding = meta?.response?.headers.has(PROJECTION_BEHIND);
    if (isRebuilding !== undefined && isRebuilding !== selectIsRebuildShown(api.getState()))
      api.dispatch(rebuildTold(isRebuilding));
    return dataOf(data ?? error?.data, error?.status);
  });
  // The session changed during the request, so the answer is neither cached nor reported.
  if (!options.isLogin && (!ensureCurrentSession(api) || sessionOf(api)?.id !== requestSession?.id)) return SUPERSEDED;
  if (!('error' in result)) {
    // The command was sent again after a lost response; its first execution counts.
    if (isRepeated(result.data)) api.dispatch(toastShown({ kind: 'info', key: 'page.done_before' }));
    return result;
  }
  const reaction = faultReaction(result.error, options);
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
  return result;
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
