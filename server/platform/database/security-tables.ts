/** What protects an account, row by row. */

export interface AuthenticatorRow {
  userId: number;
  /** Sealed for `totp/<user>`. */
  sealedSecret: string;
  /** 0 while it is pending: no code has proved it yet. */
  isBound: number;
  begunAt: number;
  /** The thirty seconds, since the epoch, of the last code that was accepted: no code counts twice. */
  lastStep: number;
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

export interface SecurityTables {
  authenticators: AuthenticatorRow;
  recoveryCodes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  passkeyChallenges: PasskeyChallengeRow;
  fundPasswords: FundPasswordRow;
  bankCards: BankCardRow;
  withdrawalLimits: WithdrawalLimitRow;
}
