/** Which events tell of one order, position, withdrawal, recharge, second contract, purchase or liquidation: its life line. */

/** The fields of events that carry the number of each. */
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

export type LifeOf = keyof typeof FIELDS;
export const LIVES = Object.keys(FIELDS) as LifeOf[];

/** Some fields have several meanings: of these kinds only events of certain names count. */
const EVENTS: Partial<Record<LifeOf, RegExp>> = {
  contract: /^Option/,
  financial: /^Financial/,
  mining: /^Mining/,
};

export function isOfLife(of: LifeOf, id: number, event: Readonly<Record<string, unknown>>): boolean {
  if (EVENTS[of]?.test(String(event['type'])) === false) return false;
  return FIELDS[of].some((field) => event[field] === id);
}
