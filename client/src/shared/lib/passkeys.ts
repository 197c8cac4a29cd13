/** What the browser has to do with passkeys. */

/** Only secure pages of browsers that know them. */
export function isPasskeyPossible(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** The user closed the browser's question, or let it run out. */
export function wasDeclined(failure: unknown): boolean {
  return failure instanceof Error && (failure.name === 'NotAllowedError' || failure.name === 'AbortError');
}

/** The device has a passkey of this account already. */
export function wasKnown(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'InvalidStateError';
}
