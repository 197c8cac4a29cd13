/** Header of an answer: how many events the read models lack that were durable at the start of the server. */
export const PROJECTION_BEHIND = 'projection-behind';
