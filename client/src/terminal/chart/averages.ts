/** Moving averages of the chart, with their colour tokens. */
export const AVERAGES = [
  { length: 7, token: '--chart-1' },
  { length: 25, token: '--chart-2' },
  { length: 99, token: '--chart-3' },
] as const;
