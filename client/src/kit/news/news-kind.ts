/** Kinds of order events for notices. */
export type NewsKind =
  | 'placed'
  | 'triggered'
  | 'partly'
  | 'filled'
  /** Cancelled by the user. */
  | 'cancelled'
  /** Ended by staff, by its own terms, or for lack of funds or liquidity. */
  | 'ended';
