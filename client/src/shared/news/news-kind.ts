/** What can have happened to an order, as one would tell it. */
export type NewsKind =
  | 'placed'
  | 'triggered'
  | 'partly'
  | 'filled'
  /** As the user asked. */
  | 'cancelled'
  /** By staff, by its own terms, or for want of something. */
  | 'ended';
