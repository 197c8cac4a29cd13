/** Whether the journal's heads are being signed. While they are not, everything goes on, and nobody outside could show a cut. */
export interface HeadsHealth {
  /** `failing` from a failure until one is signed again. */
  state(): 'ok' | 'failing';
}
