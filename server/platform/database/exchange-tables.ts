/** The relational data, row by row. */
import type { LogInMethod, LogInOutcome } from '../../../shared/products/identity/account';
import type { Language } from '../../../shared/wire/languages';
import type { MessageKey } from '../../../shared/wire/messages-center';
import type { ContentTables } from './content-tables';
import type { PersonalTables } from './personal-tables';
import type { RecoveryTables } from './recovery-tables';
import type { SecurityTables } from './security-tables';
import type { WalletIdKind, WalletTables } from './wallet-tables';
import type { VerificationTables } from './verification-tables';

export type { StaffLogRow } from './verification-tables';

export type Role = 'user' | 'auditor' | 'admin';

export interface UserRow {
  id: number;
  /** In lower case, for uniqueness. Null if the user registered by phone and has bound no e-mail. */
  email: string | null;
  /** E.164. At least one of `email` and `phone` is set. */
  phone: string | null;
  passwordHash: string;
  role: Role;
  nickName: string;
  /** Client id of the registration, so that a retried one finds its own user. */
  registerClientId: string | null;
  /** 1 once the core knows the member. */
  isMember: number;
  registeredAt: number;
  /** ISO 3166-1 alpha-2. */
  nationality: string | null;
  /** Language of mails and text messages. */
  language: Language;
  /** The code that users invited by this user enter. */
  invitationCode: string;
  invitedBy: number | null;
  /** A word of the user's own that every genuine mail shows. */
  antiPhishingCode: string | null;
  /** Time of the last change of a password, an address or the authenticator: withdrawals wait a day after it. */
  securityChangedAt: number | null;
  /** Withdrawals wait at least until this time, after an approved account recovery. */
  heldUntil: number | null;
  /** 1: log-in by code is disabled. */
  codeLogInOff: number;
}

export interface SessionRow {
  /** SHA-256 of the ticket, hex. The ticket itself is not stored. */
  ticketHash: string;
  userId: number;
  startedAt: number;
  expiresAt: number;
  endedAt: number | null;
  /** Set if the session was ended before its expiry. */
  endedBy: 'user' | 'staff' | null;
  /** Identifies the log-in to its user without exposing the hash. */
  id: number;
  ip: string;
  userAgent: string;
  /** To the minute. */
  lastSeenAt: number;
  /** 1 for a staff member without a factor: permits only binding one. */
  isUnbound: number;
  /** SHA-256 of the cookie issued to the browser with the ticket; null: the ticket suffices alone. */
  cookieHash: string | null;
}

/** A code that was sent, or would have been if the address had an account. */
export interface CodeRow {
  id: number;
  purpose: CodePurpose;
  /** E-mail or phone, normalised. */
  address: string;
  /** The logged-in user who requested the code; 0 for a visitor. */
  userId: number;
  /** The visitor as identified by `KnownBrowsers`; empty for logged-in users and for rows older than this column. */
  asker: string;
  /** A MAC and not a plain hash, since six digits are quickly guessed from a hash. */
  codeMac: string;
  sentAt: number;
  expiresAt: number;
  tries: number;
  /** Tries by other visitors than the requester. */
  strangerTries: number;
  usedAt: number | null;
}
export type CodePurpose =
  | 'register'
  | 'login'
  | 'forgot'
  | 'bind'
  | 'change'
  | 'fund_password'
  | 'authenticator'
  | 'passkey'
  | 'destination'
  | 'device'
  | 'recover';

/** Failed proofs of identity of a user (`user/10000001`) or of an unknown address (`email/…`). */
export interface LockoutRow {
  account: string;
  failures: number;
  /** When the failures expire. */
  until: number;
  /** Locks since the last day without failures; each lock is twice as long as the previous one. */
  locks: number;
}

export interface LogInRow {
  id: number;
  userId: number;
  at: number;
  ip: string;
  userAgent: string;
  method: LogInMethod;
  outcome: LogInOutcome;
}

export interface MessageRow {
  id: number;
  userId: number;
  key: MessageKey;
  /** JSON. */
  facts: string;
  /** Idempotency key of the notified event; null if the writer never retries. */
  origin: string | null;
  createdAt: number;
  readAt: number | null;
  /** Letter to send with the message, as JSON; null if there is none or it has been sent. */
  letter: string | null;
}

/** Mails and text messages that no real gateway could send. */
export interface OutboxRow {
  id: number;
  channel: 'email' | 'phone';
  address: string;
  subject: string;
  text: string;
  at: number;
  /** Idempotency key of the message; null if the writer never retries. */
  origin: string | null;
}

export interface SystemConfigRow {
  key: string;
  value: string;
  changedAt: number;
}

/** The last id assigned of each kind. */
export interface LastIdRow {
  kind:
    | WalletIdKind
    | 'user'
    | 'article'
    | 'content_act'
    | 'banner'
    | 'feedback'
    | 'feedback_answer'
    | 'deposit_report'
    | 'session'
    | 'code'
    | 'log_in'
    | 'message'
    | 'outbox'
    | 'passkey'
    | 'authenticator'
    | 'recovery'
    | 'bank_card'
    | 'verification'
    | 'staff_log';
  id: number;
}

/** A generated candle without trades: see `SyntheticCandles`. */
export interface MadeCandleRow {
  market: string;
  spanMs: number;
  openedAt: number;
  /** Ticks. */
  open: number;
  high: number;
  low: number;
  close: number;
  /** Lots, decimal digits. */
  volume: string;
  /** Units of the quote asset, decimal digits. */
  turnover: string;
}

/** Texts by staff, under the keyed hash in the journal. */
export interface StaffTextRow {
  hash: string;
  text: string;
  at: number;
}

export interface UserChoiceRow {
  userId: number;
  key: string;
  choice: string;
}

export interface ExchangeTables
  extends WalletTables, SecurityTables, RecoveryTables, VerificationTables, PersonalTables, ContentTables {
  users: UserRow;
  sessions: SessionRow;
  codes: CodeRow;
  lockouts: LockoutRow;
  logIns: LogInRow;
  messages: MessageRow;
  outbox: OutboxRow;
  systemConfig: SystemConfigRow;
  madeCandles: MadeCandleRow;
  userChoices: UserChoiceRow;
  staffTexts: StaffTextRow;
  lastIds: LastIdRow;
}
