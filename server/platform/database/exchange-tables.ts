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
  /** In lower case: one person, one account. Null for who registered by phone and has bound none. */
  email: string | null;
  /** E.164. One of the two is always there. */
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
  /** Of mails and text messages. */
  language: Language;
  /** What those enter whom this user invites. */
  invitationCode: string;
  invitedBy: number | null;
  /** A word of the user's own that every genuine mail shows. */
  antiPhishingCode: string | null;
  /** Of the last change of a password, an address or the authenticator: withdrawals wait for a day after it. */
  securityChangedAt: number | null;
  /** Withdrawals wait until then at least: two of staff let the owner back in. */
  heldUntil: number | null;
  /** 1: no code logs in. */
  codeLogInOff: number;
}

export interface SessionRow {
  /** SHA-256 of the ticket, hex. The ticket itself is nowhere. */
  ticketHash: string;
  userId: number;
  startedAt: number;
  expiresAt: number;
  endedAt: number | null;
  /** Who ended it before its time. */
  endedBy: 'user' | 'staff' | null;
  /** Names the log-in to its user, to whom the hash is nothing. */
  id: number;
  ip: string;
  userAgent: string;
  /** To the minute. */
  lastSeenAt: number;
  /** 1 for a member of staff who has no factor yet: good for binding one and for nothing else. */
  isUnbound: number;
  /** SHA-256 of the cookie that was given to the browser with the ticket; null: the ticket is good by itself. */
  cookieHash: string | null;
}

/** A code that was sent, or would have been if the address were anybody's. */
export interface CodeRow {
  id: number;
  purpose: CodePurpose;
  /** E-mail or phone, normalised. */
  address: string;
  /** Whose log-in asked for it; 0 for a visitor. */
  userId: number;
  /** Which visitor asked, as `KnownBrowsers` tells them apart; empty for whoever is logged in, and before they were told apart. */
  asker: string;
  /** Keyed, because six digits are soon guessed from a plain hash. */
  codeMac: string;
  sentAt: number;
  expiresAt: number;
  tries: number;
  /** Of others than who asked for it. */
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

/** Failures to prove who one is, of a user (`user/10000001`) or of an address that is nobody's (`email/…`). */
export interface LockoutRow {
  account: string;
  failures: number;
  /** When they are forgotten. */
  until: number;
  /** How often it was locked since a day of quiet: each lock is twice as long as the one before. */
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
  /** What it tells of, so that it is told once however often it is handled; null when nobody repeats. */
  origin: string | null;
  createdAt: number;
  readAt: number | null;
  /** What is to be written to the user beside it, as JSON; null when nothing is, or when that has left. */
  letter: string | null;
}

/** What nothing real was there to send. */
export interface OutboxRow {
  id: number;
  channel: 'email' | 'phone';
  address: string;
  subject: string;
  text: string;
  at: number;
  /** What it is about, so that it is there once; null when nobody repeats. */
  origin: string | null;
}

export interface SystemConfigRow {
  key: string;
  value: string;
  changedAt: number;
}

/** The last id given out of each kind. */
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

/** A candle that nobody traded: see `MadeCandles`. */
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

/** What staff wrote, under the keyed hash that the journal has of it. */
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
