/**
 * The project's own format of a recorded flow: one JSON object per line,
 * `{"at":1700000000000,"actor":"user/10000001","clientId":"a-1","command":{"type":"PlaceOrder",…}}`. Fields are those
 * of the core's commands: prices in ticks, quantities in lots, amounts as decimal-digit strings of units; `clientId` is
 * optional. The core trusts its input, so every field is checked here. `docs/how-to/replay-an-order-flow.md` has a
 * runnable example.
 */
import type { Actor, Command } from '../../core/command';
import type { Field, Fields } from '../../core/messages/message';
import type { AnyCommandRow } from '../../core/product';
import { EXCHANGE } from '../../products/core';
import type { CommandEnvelope } from '../../engine/port';

export interface TimedCommand {
  at: number;
  envelope: CommandEnvelope;
}

const ACTOR =
  /^((user|admin)\/\d{1,10}|registrar|payouts|sentinel|demo|chain\/[A-Z0-9]{1,16}|feed\/[A-Za-z0-9_.-]{1,32})$/;
const CLIENT_ID = /^[A-Za-z0-9_-]{1,36}$/;

/** @throws with the line and its fault */
export function readCommandLine(line: string, number: number): TimedCommand {
  try {
    return timedCommandOf(parsed(line));
  } catch (error) {
    throw new Error(`line ${number}: ${(error as Error).message}`, { cause: error });
  }
}

function timedCommandOf(line: unknown): TimedCommand {
  if (!isObject(line)) throw new Error('is not an object');
  const { at, actor, clientId, command } = line;
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0) {
    throw new Error('"at" is not a time in milliseconds');
  }
  if (typeof actor !== 'string' || !ACTOR.test(actor))
    throw new Error('"actor" is not user/<id>, admin/<id>, registrar, chain/<name>, feed/<name>, payouts or demo');
  if (clientId !== undefined && (typeof clientId !== 'string' || !CLIENT_ID.test(clientId))) {
    throw new Error('"clientId" is not valid');
  }
  if (!isObject(command)) throw new Error('"command" is not an object');
  return { at, envelope: { actor: actor as Actor, clientId, command: commandOf(command) } };
}

function commandOf({ type, ...values }: Record<string, unknown>): Command {
  const row = typeof type === 'string' && Object.hasOwn(EXCHANGE.commands, type) ? EXCHANGE.commands[type] : undefined;
  if (!row || isFollowUp(row)) throw new Error('"type" is not that of a command');
  const { message } = row;
  return { type, ...readFields(message.type, values, message.fields) } as unknown as Command;
}

/** The core sends these to itself. */
function isFollowUp({ allowedActors: senders }: AnyCommandRow): boolean {
  return senders.every((sender) => sender === 'clock' || sender === 'robot');
}

function readFields(typeName: string, values: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (values[name] !== undefined) read[name] = readField(name, values[name], field);
    else if (field.presence === 'required') throw new Error(`${typeName} lacks "${name}"`);
  }
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) throw new Error(`${typeName} has no "${unknown}"`);
  return read;
}

function readField(name: string, value: unknown, { code, choices, each }: Field): unknown {
  if (choices) {
    if (!choices.includes(value as string)) throw new Error(`"${name}" is none of ${choices.join(', ')}`);
    return value;
  }
  switch (code) {
    case 'objects':
      if (!Array.isArray(value) || !value.every(isObject)) throw new Error(`"${name}" is not a list of objects`);
      return value.map((one: Record<string, unknown>) => readFields(`"${name}"`, one, each as Fields));
    case 'amount':
      if (!isDigits(value)) throw new Error(`"${name}" is not a string of digits`);
      return BigInt(value);
    case 'amounts':
      if (!Array.isArray(value) || !value.every(isDigits))
        throw new Error(`"${name}" is not a list of strings of digits`);
      return value.map(BigInt);
    case 'integer':
      if (!Number.isSafeInteger(value)) throw new Error(`"${name}" is not a whole number`);
      return value;
    case 'integers':
      if (!Array.isArray(value) || !value.every(Number.isSafeInteger)) {
        throw new Error(`"${name}" is not a list of whole numbers`);
      }
      return value;
    case 'word':
    case 'text':
      if (typeof value !== 'string') throw new Error(`"${name}" is not text`);
      return value;
    case 'entries':
    case 'prices':
      throw new Error(`"${name}" is part of events alone`);
  }
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,30}$/.test(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error('is not JSON');
  }
}
