/**
 * Every limit of the exchange, once, as docs/reference/limits.md lists them. Each default can be overridden by the environment:
 * `ordersPerSecondMax` is `LIMIT_ORDERS_PER_SECOND_MAX`. Rates act at HTTP and sockets only; commands from inside do not pass them.
 */
import { PHOTO_BYTES_MAX } from '../../shared/products/identity/verification';

interface LimitRow {
  value: number;
  unit: string;
  /** The quantity that is limited. */
  quantity: string;
  /** The effect of exceeding it: a code with its HTTP status where it is not 200; empty for an interval. */
  excess: string;
}

function limit(value: number, unit: string, quantity: string, excess = ''): LimitRow {
  return { value, unit, quantity, excess };
}

export const LIMIT_ROWS = {
  bodyBytesMax: limit(64 * 1024, 'bytes', 'request body or socket message', '`request.too.large` (413)'),
  formFieldsMax: limit(100, 'fields', 'form or query string, repetitions counted', '`request.invalid` (400)'),
  requestSecondsMax: limit(30, 'seconds', 'receiving a request with its body', '408, connection closed'),
  headersSecondsMax: limit(10, 'seconds', 'receiving the headers of a request', '408, connection closed'),
  photoBytesMax: limit(PHOTO_BYTES_MAX, 'bytes', 'photo', '`photo.too.heavy` (413)'),
  photosPerMinuteMax: limit(30, 'per minute', 'photos per user, checked or uploaded', '`request.too.many` (429)'),
  photosAtOnceMax: limit(16, 'concurrent', 'photo uploads of all users', '`system.busy` (503)'),
  photosPerUserAtOnceMax: limit(4, 'concurrent', 'photo uploads per user', '`request.too.many` (429)'),
  photoHoursMax: limit(24, 'hours', 'life of an uploaded photo that is not submitted', 'deleted'),
  rejectedPhotoDaysMax: limit(
    30,
    'days',
    'life of the photos of a rejected submission',
    'deleted; then `photo.not.kept`',
  ),
  personalDataPerHourMax: limit(
    60,
    'per hour',
    'users or cases whose personal data one member of staff opens',
    '`personal.data.too.many`',
  ),
  userSearchesPerHourMax: limit(
    300,
    'per hour',
    'user searches of one member of staff; one without a result counts as ten',
    '`searches.too.many`',
  ),
  commandsPendingMax: limit(8_192, 'commands', 'commands accepted and not yet answered', '`system.busy` (503)'),
  openOrdersMax: limit(
    200,
    'orders',
    'open orders per user and market, set when a market is listed; at most 200 in a contract',
    '`orders.too.many`',
  ),
  socketsPerUserMax: limit(10, 'sockets', 'sockets per user', '`sockets.too.many`'),
  socketsPerAddressMax: limit(100, 'sockets', 'sockets per address', '`sockets.too.many`, socket closed'),
  handshakesPerMinuteMax: limit(300, 'per minute', 'socket handshakes per address', 'handshake refused'),
  subscriptionsPerSocketMax: limit(50, 'subscriptions', 'subscriptions per socket', '`subscriptions.too.many`'),
  outboundBytesMax: limit(1024 * 1024, 'bytes', 'data queued for a slow socket', 'only snapshots are sent'),
  addressRequestsPerSecondMax: limit(
    300,
    'per second',
    'requests of any kind per address, `/metrics` too, and as many files of the page; twelve at once wait up to 1.5 seconds',
    '`request.too.many` (429)',
  ),
  addressWorkMsPerSecondMax: limit(
    300,
    'ms per second',
    'work for the requests of an address: time of the thread that matches orders, and of the one of backtests',
    '`request.too.many` (429)',
  ),
  ticketRequestsPerSecondMax: limit(
    150,
    'per second',
    'requests of any kind per user, or per ticket of nobody known, counted before anything is looked up',
    '`request.too.many` (429)',
  ),
  userWorkMsPerSecondMax: limit(
    300,
    'ms per second',
    'the same work for the requests of a user, from however many addresses',
    '`request.too.many` (429)',
  ),
  ordersPerSecondMax: limit(
    50,
    'per second',
    'orders, amendments and cancellations per user; each quote of a batch counts',
    '`request.too.many` (429)',
  ),
  commandsPerSecondMax: limit(
    10,
    'per second',
    'other commands per user: transfers, withdrawals, account changes',
    '`request.too.many` (429)',
  ),
  readsPerSecondMax: limit(50, 'per second', 'reads per user', '`request.too.many` (429)'),
  exportsPerUserMax: limit(1, 'concurrent', 'exports of records per user', '`request.too.many` (429)'),
  exportsAtOnceMax: limit(4, 'concurrent', 'exports of records of all users', '`system.busy` (503)'),
  exportSecondsMax: limit(300, 'seconds', 'duration of an export', 'connection closed'),
  transfersPerDayMax: limit(
    2_500,
    'per day',
    'transfers and withdrawal requests per user; each is remembered for a month',
    '`request.too.many` (429)',
  ),
  loginsPerMinuteMax: limit(10, 'per minute', 'log-ins and mail links opened per address', '`request.too.many` (429)'),
  registrationsPerMinuteMax: limit(
    60,
    'per minute',
    'registrations per address; each costs a password hash',
    '`request.too.many` (429)',
  ),
  codesPerMinuteMax: limit(10, 'per minute', 'codes requested per address', '`request.too.many` (429)'),
  codesPerDayMax: limit(20, 'per day', 'codes to one e-mail or phone; half of them per sender', '`codes.too.many`'),
  codesPerCountryPerDayMax: limit(
    2_000,
    'per day',
    'codes of visitors to phones of one country; some premium numbers earn by them',
    '`codes.too.many`',
  ),
  wrongTriesMax: limit(
    5,
    'attempts',
    'wrong passwords, fund passwords, factors or robot keys in a row',
    '`tries.too.many`',
  ),
  lockMinutesMax: limit(15, 'minutes', 'lockout after too many attempts; doubles each time, up to a day'),
  verificationsPerDayMax: limit(5, 'per day', 'submissions of documents per user', '`verifications.too.many`'),
  passkeysPerUserMax: limit(10, 'passkeys', 'passkeys per user', '`passkeys.too.many`'),
  authenticatorsPerUserMax: limit(5, 'authenticators', 'authenticators per user', '`authenticators.too.many`'),
  bankCardsPerUserMax: limit(10, 'cards', 'bank cards per user', '`cards.too.many`'),
  choicesPerUserMax: limit(
    200,
    'preferences',
    'screen preferences per user; at most 50 in a request, 8,000 letters each',
    '`choices.too.many`',
  ),
  withdrawalAddressesPerUserMax: limit(
    100,
    'addresses',
    'withdrawal addresses per user; the oldest unconfirmed one makes room',
    '`withdrawal.addresses.too.many`',
  ),
  withdrawalHoldHours: limit(
    24,
    'hours',
    'withdrawal hold of a new address, a new card or a changed account',
    '`withdrawal.address.held`, `card.held`, `withdrawal.held`',
  ),
  recoveryHoldHours: limit(72, 'hours', 'withdrawal hold of a recovered account', '`withdrawal.held`'),
  chainAnswerMsMax: limit(10_000, 'ms', 'answer of a chain node', 'retried later'),
  depositReportsPerDayMax: limit(20, 'per day', 'deposits per user reported as missing', '`deposit.reports.too.many`'),
  feedbacksPerMinuteMax: limit(
    10,
    'per minute',
    'feedback messages and reports of deposits per address',
    '`request.too.many` (429)',
  ),
  reportsPerMinuteMax: limit(
    120,
    'per minute',
    'error and performance reports of pages per address; a page sends two or three a visit',
    '`request.too.many` (429)',
  ),
  orderMessagesPerHourMax: limit(
    20,
    'per hour',
    'notifications per user about orders, or about one product',
    'one notification says that there are more',
  ),
  projectionWaitMsMax: limit(2_000, 'ms', 'wait of a query for its `minPosition`', '`projection.behind` (503)'),
  projectionLagSecondsMax: limit(
    30,
    'seconds',
    'lag of the read models while their store answers',
    'commands of users: `system.busy` (503)',
  ),
  driftRoundSeconds: limit(10, 'seconds', 'interval between two reconciliation rounds of the ledger'),
  driftRestMs: limit(250, 'ms', 'pause between two groups of users in a round'),
  driftAgainMs: limit(2_000, 'ms', 'delay before a difference is checked again', 'withdrawals stop'),
  driftPatienceMs: limit(3_000, 'ms', 'wait of a round for read models that lag', 'the desk reports the lag'),
  driftCustodyMs: limit(
    60_000,
    'ms',
    'interval between two comparisons with simulated chains, which read every payment',
  ),
  driftHoldingsMs: limit(600_000, 'ms', 'interval between two comparisons with balances on real chains'),
  ticketHoursMax: limit(24, 'hours', 'life of a ticket', '`4001` (401)'),
  ticketIdleMinutesMax: limit(120, 'minutes', 'idle time of a ticket', '`4001` (401)'),
  staffTicketHoursMax: limit(8, 'hours', 'life of a ticket of staff', '`4001` (401)'),
  staffTicketIdleMinutesMax: limit(15, 'minutes', 'idle time of a ticket of staff', '`4001` (401)'),
  metricsMs: limit(1_000, 'ms', 'interval for which `/metrics` answers the same figures'),
  shutdownMsMax: limit(10_000, 'ms', 'shutdown after SIGTERM', 'exit code 1'),
  clockJumpMsMax: limit(
    10_000,
    'ms',
    'largest clock jump accepted immediately, against the monotonic clock',
    'alarm; exchange time continues without it',
  ),
  clockConfirmMs: limit(60_000, 'ms', 'time that a larger clock jump must last to be accepted'),
};

type LimitName = keyof typeof LIMIT_ROWS;
export type Limits = Readonly<Record<LimitName, number>>;
export const LIMITS = Object.fromEntries(
  Object.entries(LIMIT_ROWS).map(([name, { value }]) => [name, value]),
) as Limits;

/** `ordersPerSecondMax` → `LIMIT_ORDERS_PER_SECOND_MAX`. */
export function environmentNameOf(limit: string): string {
  return `LIMIT_${limit.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase()}`;
}
