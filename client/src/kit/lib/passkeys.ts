/** Passkey functions of the browser. */

/** True on secure pages of supporting browsers. */
export function isPasskeyPossible(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** The user cancelled the browser's dialog, or it timed out. */
export function isDeclined(failure: unknown): boolean {
  return failure instanceof Error && (failure.name === 'NotAllowedError' || failure.name === 'AbortError');
}

/** The device already has a passkey of this account. */
export function isAlreadyRegistered(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'InvalidStateError';
}
