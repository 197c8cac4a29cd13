/** Tables that permit or forbid the deletion of personal data. */

/** A secret that remains after its encryption keys are rotated. */
export interface KeptSecretRow {
  name: 'mac';
  sealed: string;
}

/** The key that encrypts a user's data. Deleting this row makes them unreadable. */
export interface UserKeyRow {
  userId: number;
  sealedKey: string;
}

/** Forbids the deletion of a user's data, by law or order, until it is lifted. */
export interface LegalHoldRow {
  userId: number;
  placedAt: number;
  placedBy: number;
  reason: string;
  liftedAt: number | null;
  liftedBy: number | null;
}

/** A user's request for erasure; the last one counts. */
export interface ErasureRow {
  userId: number;
  askedAt: number;
  dueAt: number;
  endedAt: number | null;
  outcome: 'erased' | 'withdrawn' | null;
}

/** Destinations of a user's money; the journal has the hashes. */
export interface KeptAddressRow {
  userId: number;
  hash: string;
  chain: string;
  /** Encrypted with the user's key. */
  sealed: string;
  /** Keyed hash of the address, equal for all users; null for older rows until the next start. */
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
