/** Contexts of encrypted values: a value copied to another context does not decrypt. */

/** The secret of an authenticator. */
export function totpContext(userId: number): string {
  return `totp/${userId}`;
}

/** Number and name of a bank card. */
export function bankCardContext(userId: number): string {
  return `bank-card/${userId}`;
}

/** Context of a robot's secret key, by the hash in the journal. */
export function robotKeyContext(userId: number, hash: string): string {
  return `robot-key/${userId}/${hash}`;
}

/** Context of an address's owner. */
export function beneficiaryContext(userId: number): string {
  return `beneficiary/${userId}`;
}

/** Name and number of a document. */
export function verificationContext(userId: number): string {
  return `verification/${userId}`;
}

/** Context of a withdrawal's destination, by the hash in the journal. */
export function addressVaultContext(userId: number, hash: string): string {
  return `address/${userId}/${hash}`;
}

export function photoContext(photo: string): string {
  return `photo/${photo}`;
}

/** File name of an encrypted photo. */
export function photoFile({ id, userId }: { id: string; userId: number }): string {
  return `verification/${userId}/${id}`;
}

/** Context of a document sent with a recovery request. */
export function recoveryPhotoContext(photo: string): string {
  return `recovery/${photo}`;
}

export function recoveryPhotoFile({ id, recoveryId }: { id: string; recoveryId: number }): string {
  return `recovery/${recoveryId}/${id}`;
}
