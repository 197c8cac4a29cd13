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

function isUnits(value: unknown): value is { units: string } {
  return typeof value === 'object' && value !== null && 'units' in value;
}
