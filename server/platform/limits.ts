/**
 * Every limit of the exchange, once. Each default can be overridden by the environment: `ordersPerSecondMax` is
 * `LIMIT_ORDERS_PER_SECOND_MAX`. Rates act at HTTP and sockets only; commands from inside do not pass them.
 */
import { PHOTO_BYTES_MAX } from '../../shared/wire/verification';

export const LIMITS = {
  /** Bytes of a request body. */
  bodyBytesMax: 64 * 1024,
  /** How long a request may take to arrive, with its body, and its headers alone. */
  requestSecondsMax: 30,
  headersSecondsMax: 10,
  /** Fields of a form or a query string, each repetition of a name counted. */
  formFieldsMax: 100,
  /** Commands taken and not yet answered; above it the answer is `system.busy`. */
  commandsPendingMax: 8_192,
  /** Open orders a user and market; the market's own terms decide, this is what a new market is listed with. */
  openOrdersMax: 200,
  socketsPerUserMax: 10,
  /** Sockets of one address, and how many a minute it may open. */
  socketsPerAddressMax: 100,
  handshakesPerMinuteMax: 300,
  subscriptionsPerSocketMax: 50,
  /** Bytes waiting for one slow socket before it is dropped to snapshots. */
  outboundBytesMax: 1024 * 1024,
  /** Requests a second of any kind, an address and a ticket, counted before anything is looked up for them. */
  addressRequestsPerSecondMax: 300,
  ticketRequestsPerSecondMax: 150,
  /** Orders a second a user; amending and cancelling count. */
  ordersPerSecondMax: 50,
  /** Other commands a second a user: transfers, applications for withdrawals, what changes the own account. */
  commandsPerSecondMax: 10,
  /** Reads a second a user, whatever is read. */
  readsPerSecondMax: 50,
  /** Files of records being written, a user and of all users, and for how many seconds one may take. */
  exportsPerUserMax: 1,
  exportsAtOnceMax: 4,
  exportSecondsMax: 300,
  /** Transfers and applications for withdrawals a day a user, all at once if need be: each is remembered for a month. */
  transfersPerDayMax: 2_500,
  /** Log-in attempts a minute an address. */
  loginsPerMinuteMax: 10,
  /** Registrations a minute an address: each costs a password hash. */
  registrationsPerMinuteMax: 60,
  /** Codes a minute an address may ask for: each is a mail or a text message to somebody. */
  codesPerMinuteMax: 10,
  /** Codes that go to one e-mail or phone in 24 hours. */
  codesPerDayMax: 20,
  /** Codes that visitors may have sent to the phones of one country in 24 hours: text messages cost, and some numbers earn by them. */
  codesPerCountryPerDayMax: 2_000,
  /** Wrong tries at a password, a fund password or a second factor before it locks, and for how many minutes. */
  wrongTriesMax: 5,
  lockMinutesMax: 15,
  bankCardsPerUserMax: 10,
  /** Submissions of documents in 24 hours: who guesses at numbers has few tries. */
  verificationsPerDayMax: 5,
  /** How a user likes the screens: so many choices are kept with the account. */
  choicesPerUserMax: 200,
  /** Addresses in a user's book; the oldest that was only tried makes room for another. */
  withdrawalAddressesPerUserMax: 100,
  /** For how long a new address, or an account whose protection was changed, waits before money can go out. */
  withdrawalHoldHours: 24,
  /** The same after two of staff have let an owner back in who had neither password nor factor. */
  recoveryHoldHours: 72,
  /** How long a chain's node may take to answer. */
  chainAnswerMsMax: 10_000,
  passkeysPerUserMax: 10,
  authenticatorsPerUserMax: 5,
  /** Bytes of a photo, which is a body of its own. */
  photoBytesMax: PHOTO_BYTES_MAX,
  /** Photos a minute a user, checked or uploaded. */
  photosPerMinuteMax: 30,
  /** Photos whose bodies are being read, of all users. */
  photosAtOnceMax: 16,
  /** Of these, how many may be one user's: document, back and selfie, and one more. */
  photosPerUserAtOnceMax: 4,
  /** Hours after which a photo that was uploaded and never submitted is deleted. */
  photoHoursMax: 24,
  /** Days after its rejection for which the photos of a submission are kept; those of an accepted one stay. */
  rejectedPhotoDaysMax: 30,
  /** Feedback a minute an address: it is stored, and somebody has to read it. */
  feedbacksPerMinuteMax: 10,
  /** Reports of pages a minute an address: what stopped, how quick it was. A page sends two or three a visit. */
  reportsPerMinuteMax: 120,
  /** How often an hour one of staff is shown personal data in clear, of one user or case each time. */
  personalDataPerHourMax: 60,
  /** Searches for users an hour by one of staff; one that finds nobody counts as ten. */
  userSearchesPerHourMax: 300,
  /** Messages an hour a user about orders that ended or fired; the last one says that there is more. */
  orderMessagesPerHourMax: 20,
  /** How long a query waits for the position it asks for. */
  projectionWaitMsMax: 2_000,
  /** Seconds between two rounds in which the ledger is compared with all that should agree with it. */
  driftRoundSeconds: 10,
  /** Rest between two slices of users in such a round, and from a difference to the second look at it. */
  driftRestMs: 250,
  driftAgainMs: 2_000,
  /** So long a round waits for read models that are behind, each of them. */
  driftPatienceMs: 3_000,
  /** Between two comparisons with simulated chains, of which every payment is read. */
  driftCustodyMs: 60_000,
  /** Between two looks at what lies at addresses on real chains. */
  driftHoldingsMs: 600_000,
  /** Seconds that the read models may be behind, while their store answers, before users' commands are `system.busy`. */
  projectionLagSecondsMax: 30,
  /** Life of a ticket, and how long it may go unused. */
  ticketHoursMax: 24,
  ticketIdleMinutesMax: 120,
  /** The same of staff. */
  staffTicketHoursMax: 8,
  staffTicketIdleMinutesMax: 15,
  /** From SIGTERM to exit. */
  shutdownMsMax: 10_000,
  /** A step of the machine's clock, against one that cannot be set, that is followed at once; a larger one must stay for so long. */
  clockJumpMsMax: 10_000,
  clockConfirmMs: 60_000,
};

export type Limits = Readonly<typeof LIMITS>;

/** `ordersPerSecondMax` → `LIMIT_ORDERS_PER_SECOND_MAX`. */
export function environmentNameOf(limit: string): string {
  return `LIMIT_${limit.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase()}`;
}
