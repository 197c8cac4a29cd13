/** Answer header: the number of events that were durable at the server's start and that the read models still lack. */
export const PROJECTION_BEHIND = 'projection-behind';
