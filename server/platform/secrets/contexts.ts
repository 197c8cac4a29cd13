/** What sealed values are sealed for: one that is copied elsewhere does not open there. */

/** The secret of an authenticator. */
export function totpContext(userId: number): string {
  return `totp/${userId}`;
}

/** Number and name of a bank card. */
export function bankCardContext(userId: number): string {
  return `bank-card/${userId}`;
}

/** With which robots are started, by the hash that the journal has. */
export function robotKeyContext(userId: number, hash: string): string {
  return `robot-key/${userId}/${hash}`;
}

/** Whose an address is. */
export function beneficiaryContext(userId: number): string {
  return `beneficiary/${userId}`;
}

/** Name and number of a document. */
export function verificationContext(userId: number): string {
  return `verification/${userId}`;
}

/** Where a withdrawal goes, by the hash that the journal has. */
export function keptAddressContext(userId: number, hash: string): string {
  return `address/${userId}/${hash}`;
}

export function photoContext(photo: string): string {
  return `photo/${photo}`;
}

/** Under which name a sealed photo lies among the files. */
export function photoFile({ id, userId }: { id: string; userId: number }): string {
  return `verification/${userId}/${id}`;
}

/** Of a document that came with a request to be let back in. */
export function recoveryPhotoContext(photo: string): string {
  return `recovery/${photo}`;
}

export function recoveryPhotoFile({ id, recoveryId }: { id: string; recoveryId: number }): string {
  return `recovery/${recoveryId}/${id}`;
}
