/**
 * JSON schema of a stored batch and its events, generated from the codec's own table so that both agree. Published as
 * `docs/events/v<version>.schema.json`; schemas of older versions are never regenerated.
 */
import type { Capability } from '../core/actor';
import { BATCH_EVENTS_MAX } from '../core/bounds';
import { BATCH_VERSION } from '../core/codec';
import { EVENT_FIELDS } from '../products/core';
import type { Fields } from '../core/messages/message';
import { HASH_LENGTH } from './seal';

export type JsonSchema = Readonly<Record<string, unknown>>;

const INTEGER: JsonSchema = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

const PRICE = [
  reference('word'),
  reference('integer'),
  { type: 'array', items: tupleOf(reference('integer'), reference('integer'), reference('integer')) },
];

/** The JSON form of each code. */
const FIELDS: Readonly<Record<string, JsonSchema>> = {
  word: { description: 'Text that needs no escape: an asset, a market, a member of an enumeration.', type: 'string' },
  text: { description: 'Text as people typed it.', type: 'string' },
  integer: { description: 'A number that is exact in JSON.', ...INTEGER },
  integers: { type: 'array', items: reference('integer') },
  amount: { description: 'Units of the asset, in decimal digits.', type: 'string', pattern: '^(0|-?[1-9][0-9]*)$' },
  prices: {
    description:
      'Index prices: of each symbol its name, its price, number, price and time of each source that counted, and the position of the batch with its publication before, if there was one.',
    type: 'array',
    items: { anyOf: [tupleOf(...PRICE), tupleOf(...PRICE, reference('integer'))] },
  },
  amounts: { type: 'array', items: reference('amount') },
  entries: { description: 'What the event moves in the ledger.', type: 'array', items: reference('entry') },
};

const ENTRY = objectOf({
  kind: reference('word'),
  debit: reference('word'),
  credit: reference('word'),
  amount: reference('amount'),
  hold: optional(reference('integer')),
  into: optional({ description: 'Between two holds: the one that it makes or grows.', ...INTEGER }),
});

const COMMAND = objectOf({
  type: reference('word'),
  clientId: optional(reference('word')),
  digest: optional(reference('word')),
  cause: optional({ description: 'Position of the batch that made this one due.', ...INTEGER }),
});

/** Suffix after the kind of an actor: none, or an id. A kind of actor without a row does not compile. */
const ACTORS: Readonly<Record<Capability | 'system', string>> = {
  user: '/[1-9][0-9]*',
  admin: '/[1-9][0-9]*',
  feed: '/[A-Za-z0-9_.-]+',
  robot: '/[1-9][0-9]*',
  clock: '',
  registrar: '',
  operator: '',
  chain: '/[A-Z0-9]{1,16}',
  payouts: '',
  sentinel: '',
  demo: '',
  system: '',
};
const ACTOR = `^(${Object.entries(ACTORS)
  .map(([kind, actorPattern]) => kind + actorPattern)
  .join('|')})$`;

const HASH: JsonSchema = { type: 'string', pattern: `^[0-9a-f]{${HASH_LENGTH}}$` };

/** Schema of the version that this build writes. */
export function batchSchema(): JsonSchema {
  const types = Object.keys(EVENT_FIELDS);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:open-exchange:events:v${BATCH_VERSION}`,
    title: `A batch of the journal, version ${BATCH_VERSION}`,
    ...objectOf({
      v: { const: BATCH_VERSION },
      first: { description: 'Position of its first event.', type: 'integer', minimum: 0 },
      at: { description: 'Milliseconds since the epoch.', type: 'integer', minimum: 0 },
      command: COMMAND,
      actor: { type: 'string', pattern: ACTOR },
      events: { type: 'array', minItems: 1, maxItems: BATCH_EVENTS_MAX, items: reference('event') },
      prev: HASH,
    }),
    $defs: {
      ...FIELDS,
      entry: ENTRY,
      event: { oneOf: types.map(reference) },
      ...Object.fromEntries(Object.entries(EVENT_FIELDS).map(([type, fields]) => [type, eventOf(type, fields)])),
    },
  };
}

function eventOf(type: string, fields: Fields): JsonSchema {
  const properties = Object.entries(fields).map(([name, { code, presence }]) => {
    return [name, presence === 'optional' ? optional(reference(code)) : reference(code)] as const;
  });
  return objectOf({ type: { const: type }, ...Object.fromEntries(properties) });
}

interface Optional {
  optional: JsonSchema;
}

/** An object with exactly these fields; each is required unless marked optional. */
function objectOf(fields: Readonly<Record<string, JsonSchema | Optional>>): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, 'optional' in field ? field.optional : field]),
    ),
    required: entries.filter(([, field]) => !('optional' in field)).map(([name]) => name),
    additionalProperties: false,
  };
}

/** A list of exactly these items. */
function tupleOf(...items: readonly JsonSchema[]): JsonSchema {
  return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length, items: false };
}

function optional(schema: JsonSchema): Optional {
  return { optional: schema };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}
