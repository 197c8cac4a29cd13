/** The moving averages a chart has, each with the token of its colour. */
export const AVERAGES = [
  { length: 7, token: '--chart-1' },
  { length: 25, token: '--chart-2' },
  { length: 99, token: '--chart-3' },
] as const;
