/** The reason why a proof is refused. `where` names the position of a batch, or a field. */
export interface Refused {
  fault: Fault;
  where: string;
}
export const FAULTS = [
  'form',
  'line',
  'hash',
  'order',
  'missing',
  'says',
  'actor',
  'median',
  'left_out',
  'entry',
  'end',
  'payment',
] as const;
export type Fault = (typeof FAULTS)[number];

/** The checks in their order, with the faults of each. A refused proof has passed all earlier checks. */
export const CHECKS = [
  ['batches', ['form', 'line', 'hash', 'order']],
  ['says', ['missing', 'says']],
  ['publications', ['actor', 'median', 'left_out']],
  ['entry', ['entry']],
  ['end', ['end']],
  ['payment', ['payment']],
] as const satisfies readonly (readonly [string, readonly Fault[]])[];

/** Thrown during verification, returned as its result. */
export class Refusal extends Error {
  readonly refused: Refused;

  constructor(failure: Fault, location: string) {
    super(`${failure} ${location}`);
    this.refused = { fault: failure, where: location };
  }
}

export function refuse(failure: Fault, location: string | number): never {
  throw new Refusal(failure, String(location));
}
