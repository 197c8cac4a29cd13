/** What lets personal data be deleted, and what forbids it, row by row. */

/** A secret that outlives the keys it is sealed with. */
export interface KeptSecretRow {
  name: 'mac';
  sealed: string;
}

/** What is sealed about a user is sealed under a key of their own: without this row none of it opens any more. */
export interface UserKeyRow {
  userId: number;
  sealedKey: string;
}

/** By law or order nothing of the user may be deleted until it is lifted. */
export interface LegalHoldRow {
  userId: number;
  placedAt: number;
  placedBy: number;
  reason: string;
  liftedAt: number | null;
  liftedBy: number | null;
}

/** A user asked to be erased; the last time counts. */
export interface ErasureRow {
  userId: number;
  askedAt: number;
  dueAt: number;
  endedAt: number | null;
  outcome: 'erased' | 'withdrawn' | null;
}

/** Where a user's money went or goes: the journal has the hash. */
export interface KeptAddressRow {
  userId: number;
  hash: string;
  chain: string;
  /** Under the user's key. */
  sealed: string;
  /** Keyed hash of the address, the same for whoever named it; null until the next start of what was kept before there was one. */
  mac: string | null;
  at: number;
}

export interface PersonalTables {
  keptSecrets: KeptSecretRow;
  userKeys: UserKeyRow;
  legalHolds: LegalHoldRow;
  erasures: ErasureRow;
  keptAddresses: KeptAddressRow;
}
