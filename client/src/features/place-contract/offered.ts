/**
 * What the ticket offers as soon as the exchange takes it. Each is written and tested here; one that is switched on before its command is
 * there would only be refused.
 */
export const OFFERED = {
  /** A take-profit and a stop-loss that an opening order brings along. */
  attachedStops: true,
  /** Choosing cross margin. */
  marginModes: true,
  /** Choosing one position that orders turn around. */
  positionModes: false,
} as const satisfies Record<string, boolean>;
