/**
 * Whether the journal's heads are being signed. Meanwhile everything continues, but nobody outside could prove a
 * truncation.
 */
export interface HeadsHealth {
  /** `failing` from a failure until the next signature. */
  state(): 'ok' | 'failing';
}
