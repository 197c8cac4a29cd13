/**
 * The events of one order, position, withdrawal, recharge, second contract, purchase or liquidation, which form its
 * life line.
 */

/** Event fields with the number of each kind. */
const FIELDS = {
  order: ['order', 'makerOrder', 'takerOrder'],
  position: ['position', 'makerPosition', 'takerPosition', 'other', 'long', 'short'],
  stop: ['stop'],
  withdrawal: ['withdrawal'],
  recharge: ['recharge'],
  contract: ['contract'],
  financial: ['purchase'],
  mining: ['purchase'],
  liquidation: ['liquidation'],
} as const;

export type TrailSubject = keyof typeof FIELDS;
export const TRAIL_SUBJECTS = Object.keys(FIELDS) as TrailSubject[];

/** Some fields have several meanings: of these kinds only events of certain names count. */
const EVENTS: Partial<Record<TrailSubject, RegExp>> = {
  contract: /^Option/,
  financial: /^Financial/,
  mining: /^Mining/,
};

export function concernsSubject(subject: TrailSubject, id: number, event: Readonly<Record<string, unknown>>): boolean {
  if (EVENTS[subject]?.test(String(event['type'])) === false) return false;
  return FIELDS[subject].some((field) => event[field] === id);
}
