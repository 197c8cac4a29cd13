/** Whether snapshots are being written. If not, everything continues, but the next start has more to read. */
export type SnapshotState = 'ok' | 'failing';

export interface SnapshotHealth {
  /** `failing` from a failure until the snapshot writer follows the journal again. */
  state(): SnapshotState;
}
