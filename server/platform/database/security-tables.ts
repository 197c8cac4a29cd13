/** Tables of account security. */

export interface AuthenticatorRow {
  id: number;
  userId: number;
  /** Encrypted for `totp/<user>`. */
  sealedSecret: string;
  /** The user's name for it; empty for rows older than this column. */
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** The 30-second step, since the epoch, of the last accepted code: no code counts twice. */
  lastStep: number;
}

/** An authenticator not yet proved by a code; at most one per user. */
export interface PendingAuthenticatorRow {
  userId: number;
  /** Encrypted for `totp/<user>`. */
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
  /** Base64url, assigned by the authenticator. */
  credentialId: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** Signature counter of the authenticator; always 0 for synchronised passkeys. */
  counter: number;
  /** JSON: transports of the authenticator. */
  transports: string;
  name: string;
  isSynchronised: number;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface PasskeyChallengeRow {
  /** SHA-256, hex. */
  challengeHash: string;
  /** The user who registers a passkey; null for a log-in. */
  userId: number | null;
  expiresAt: number;
  /** SHA-256 of the proved action, hex; null for a log-in or a new passkey. */
  digest: string | null;
}

/** A step-up proof and the digest of its request. */
export interface StepUpRow {
  userId: number;
  digest: string;
  factor: 'authenticator' | 'passkey';
  at: number;
}

/** Until then no setting that protects the account can change. */
export interface SettingsLockRow {
  userId: number;
  until: number;
  /** Hash of the master key, which ends the lock early. */
  keyHash: string;
}

/** The user's own limits: USDT per day as decimals, and hours. */
export interface OwnLimitsRow {
  userId: number;
  /** Null: the exchange's limit. */
  dailyLimit: string | null;
  delayHours: number;
  /** The next limit; ignored while `nextFrom` is null. */
  nextDailyLimit: string | null;
  nextDelayHours: number;
  nextFrom: number | null;
}

/** Users who require the second factor for trading. */
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
  /** Digits only, encrypted for `bank-card/<user>`, like the name. */
  sealedNumber: string;
  lastFour: string;
  sealedName: string;
  createdAt: number;
  /** Set when removed; the row stays because withdrawals refer to it. */
  removedAt: number | null;
}

export interface WithdrawalLimitRow {
  /** Number of counted bindings, from 1. */
  bindings: number;
  /** USDT per day, as decimals. */
  dailyLimit: string;
  verifiedDailyLimit: string;
}

/** Links in letters that stop an action without a log-in: valid once, until they expire. */
export interface LetterLinkRow {
  /** SHA-256, hex; the link itself is only in the letter. */
  tokenHash: string;
  userId: number;
  /** The withdrawal that the letter is about; null for a letter about the account. */
  withdrawal: number | null;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** Optional protections that users have enabled. */
export interface AccountGuardRow {
  userId: number;
  /** 1: a log-in from a new device needs a code sent to the user's own address. */
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
