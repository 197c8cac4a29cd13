/** Whether snapshots are being made. While they are not, everything goes on, but the next start has more to read. */
export type SnapshotState = 'ok' | 'failing';

export interface SnapshotHealth {
  /** `failing` from a failure until the journal is followed again. */
  state(): SnapshotState;
}
