/** Converts a command to the text in a proposal, and back. */
import type { Command } from '../command';

/** Fields sorted by name, so that equal acts have equal text; amounts become objects with their units. */
export function serializeCommand(command: Command): string {
  const fields = Object.entries(command).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(fields), (_, value: unknown) => {
    return typeof value === 'bigint' ? { units: `${value}` } : value;
  });
}

export function parseCommand(act: string): Command {
  return JSON.parse(act, (_, value: unknown) => (isUnits(value) ? BigInt(value.units) : value)) as Command;
}

/** Whether two acts are equal apart from their reasons. */
export function isSameAct(one: string, other: string): boolean {
  const [textWithoutReason, otherWithoutReason] = [one, other].map((act) =>
    serializeCommand({ ...parseCommand(act), reason: '' } as Command),
  );
  return textWithoutReason === otherWithoutReason;
}

function isUnits(value: unknown): value is { units: string } {
  return typeof value === 'object' && value !== null && 'units' in value;
}
