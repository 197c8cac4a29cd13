/** A command as the text that a proposal keeps, and the command again. */
import type { Command } from '../command';

/** Fields in the order of their names, so that the same act is the same text; an amount is an object with its units. */
export function actOf(command: Command): string {
  const fields = Object.entries(command).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(fields), (_, value: unknown) => {
    return typeof value === 'bigint' ? { units: `${value}` } : value;
  });
}

export function commandOf(act: string): Command {
  return JSON.parse(act, (_, value: unknown) => (isUnits(value) ? BigInt(value.units) : value)) as Command;
}

/** Whether two acts are the same, whatever the reasons that were given for them. */
export function isSameAct(one: string, other: string): boolean {
  const [bare, otherBare] = [one, other].map((act) => actOf({ ...commandOf(act), reason: '' } as Command));
  return bare === otherBare;
}

function isUnits(value: unknown): value is { units: string } {
  return typeof value === 'object' && value !== null && 'units' in value;
}
