/**
 * The project's own format of a recorded flow: one JSON object a line,
 * `{"at":1700000000000,"actor":"user/10000001","clientId":"a-1","command":{"type":"PlaceOrder",…}}`. Fields are those of the core's commands:
 * prices in ticks, quantities in lots, amounts as decimal-digit strings of units; `clientId` may be absent.
 */
import type { Actor, Command } from '../../core/command';
import type { CommandEnvelope } from '../../engine/port';

export interface TimedCommand {
  at: number;
  envelope: CommandEnvelope;
}

const ACTOR = /^(system|(user|admin)\/\d{1,10})$/;
const CLIENT_ID = /^[A-Za-z0-9_-]{1,36}$/;
/** Fields that are amounts: digits in the file, bigint in the core. */
const AMOUNTS = ['amount', 'quoteAmount', 'notionalMin', 'withdrawalFee', 'withdrawalMin'];

/** @throws naming the line and what is wrong with it */
export function readCommandLine(line: string, number: number): TimedCommand {
  const fault = (what: string): Error => new Error(`line ${number}: ${what}`);
  let parsed: { at?: unknown; actor?: unknown; clientId?: unknown; command?: unknown };
  try {
    parsed = JSON.parse(line) as typeof parsed;
  } catch {
    throw fault('is not JSON');
  }
  const { at, actor, clientId, command } = parsed;
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0) throw fault('"at" is not a time in milliseconds');
  if (typeof actor !== 'string' || !ACTOR.test(actor)) throw fault('"actor" is not user/<id>, admin/<id> or system');
  if (clientId !== undefined && (typeof clientId !== 'string' || !CLIENT_ID.test(clientId)))
    throw fault('"clientId" is not valid');
  if (typeof command !== 'object' || command === null) throw fault('"command" is not an object');
  const fields: Record<string, unknown> = { ...command };
  for (const name of AMOUNTS) {
    const digits = fields[name];
    if (digits === undefined) continue;
    if (typeof digits !== 'string' || !/^\d{1,30}$/.test(digits)) throw fault(`"${name}" is not a string of digits`);
    fields[name] = BigInt(digits);
  }
  return { at, envelope: { actor: actor as Actor, clientId, command: fields as unknown as Command } };
}
