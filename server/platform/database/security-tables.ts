/** What protects an account, row by row. */

export interface AuthenticatorRow {
  id: number;
  userId: number;
  /** Sealed for `totp/<user>`. */
  sealedSecret: string;
  /** What its user calls it; empty of those that were bound before they had names. */
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** The thirty seconds, since the epoch, of the last code that was accepted: no code counts twice. */
  lastStep: number;
}

/** One that no code has proved yet; a user has one at most. */
export interface PendingAuthenticatorRow {
  userId: number;
  /** Sealed for `totp/<user>`. */
  sealedSecret: string;
  begunAt: number;
}

export interface RecoveryCodeRow {
  userId: number;
  codeHash: string;
}

export interface PasskeyRow {
  id: number;
  userId: number;
  /** Base64url, as the authenticator names it. */
  credentialId: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** Of signatures, by the authenticator; always 0 for those that are synchronised. */
  counter: number;
  /** JSON: how the authenticator can be reached. */
  transports: string;
  name: string;
  isSynchronised: number;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface PasskeyChallengeRow {
  /** SHA-256, hex. */
  challengeHash: string;
  /** Who makes a passkey; null for a log-in. */
  userId: number | null;
  expiresAt: number;
  /** SHA-256 of what is proven for, hex; null for a log-in or a new passkey. */
  digest: string | null;
}

/** That somebody gave their factor again, and for which request. */
export interface StepUpRow {
  userId: number;
  digest: string;
  factor: 'authenticator' | 'passkey';
  at: number;
}

/** Nothing that protects the account is changed until then. */
export interface SettingsLockRow {
  userId: number;
  until: number;
  /** Of the master key, which ends it before. */
  keyHash: string;
}

/** Decimals of USDT a day, and hours. */
export interface OwnLimitsRow {
  userId: number;
  /** Null: what the exchange allows. */
  dailyLimit: string | null;
  delayHours: number;
  /** What follows; it means nothing while `nextFrom` is null. */
  nextDailyLimit: string | null;
  nextDelayHours: number;
  nextFrom: number | null;
}

/** Who is asked for the second factor before trading. */
export interface TradingFactorRow {
  userId: number;
  at: number;
}

/** A secret key of robots, by its hash. */
export interface RobotKeyRow {
  userId: number;
  hash: string;
  sealedKey: string;
  at: number;
}

export interface FundPasswordRow {
  userId: number;
  passwordHash: string;
  changedAt: number;
}

export interface BankCardRow {
  id: number;
  userId: number;
  bankName: string;
  /** Digits alone, sealed for `bank-card/<user>`; so is the name. */
  sealedNumber: string;
  lastFour: string;
  sealedName: string;
  createdAt: number;
  /** A removed card stays: withdrawals name it. */
  removedAt: number | null;
}

export interface WithdrawalLimitRow {
  /** How many of those that count are set, from 1. */
  bindings: number;
  /** Decimals of USDT a day. */
  dailyLimit: string;
  verifiedDailyLimit: string;
}

/** What a letter brought its reader to stop things with, without a log-in: one use, until it expires. */
export interface LetterLinkRow {
  /** SHA-256, hex: the link itself is in the letter alone. */
  tokenHash: string;
  userId: number;
  /** The one that the letter was about; null for a letter about the account. */
  withdrawal: number | null;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** What users have asked for beyond what guards every account. */
export interface AccountGuardRow {
  userId: number;
  /** 1: nobody is in from a new device before a code from the user's own address has approved it. */
  approvesDevices: number;
}

export interface SecurityTables {
  letterLinks: LetterLinkRow;
  accountGuards: AccountGuardRow;
  authenticators: AuthenticatorRow;
  pendingAuthenticators: PendingAuthenticatorRow;
  recoveryCodes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  passkeyChallenges: PasskeyChallengeRow;
  stepUps: StepUpRow;
  settingsLocks: SettingsLockRow;
  ownLimits: OwnLimitsRow;
  tradingFactors: TradingFactorRow;
  robotKeys: RobotKeyRow;
  fundPasswords: FundPasswordRow;
  bankCards: BankCardRow;
  withdrawalLimits: WithdrawalLimitRow;
}
