import fc from 'fast-check';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { ENTRY_KIND_NAMES } from '../../shared/rules/entry-kinds';
import { BATCH_VERSION, CodecError, encodeCommand } from './codec';
import { decodeBatch, encodeBody, encodeEvent, EVENT_FIELDS } from '../products/core';
import type { Batch, CommandNote, CoreEvent, EventType, IndexPrice } from './event';
import type { Entry } from './ledger/entry';

const EVENT_TYPES = Object.keys(EVENT_FIELDS) as EventType[];
const PREV = 'ab'.repeat(32);

describe('the canonical form of a batch', () => {
  test.each(EVENT_TYPES)('%s survives a round trip with equal bytes', (type) => {
    fc.assert(
      fc.property(batches(events(type)), (batch) => {
        const text = `${encodeBody(batch)},"prev":"${PREV}"}`;
        const decoded = decodeBatch(text);
        expect(decoded).toEqual({ batch, prev: PREV });
        expect(`${encodeBody(decoded.batch)},"prev":"${PREV}"}`).toBe(text);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  test.each(EVENT_TYPES)('%s equals the JSON.stringify output of the ordered object', (type) => {
    fc.assert(
      fc.property(batches(events(type)), (batch) => {
        expect(`${encodeBody(batch)}}`).toBe(JSON.stringify(ordered(batch)));
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  test.each(EVENT_TYPES)('%s has equal bytes for any order of its keys', (type) => {
    fc.assert(
      fc.property(events(type), (event) => {
        const reversed = Object.fromEntries(Object.entries(event).reverse()) as unknown as CoreEvent;
        expect(encodeEvent(reversed)).toBe(encodeEvent(event));
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  test('omits absent fields, including those present as undefined', () => {
    const command: CommandNote = { type: 'RegisterMember', clientId: undefined, digest: undefined, cause: undefined };
    expect(encodeCommand(command)).toBe('{"type":"RegisterMember"}');
  });
});

describe('the canonical form rejects', () => {
  test.each([NaN, Infinity, 0.5, 2 ** 53, -(2 ** 53)])('%d as a number, before it is stored', (user) => {
    expect(() => encodeBody(batchOf({ type: 'MemberVerified', user }))).toThrow(CodecError);
    expect(() => encodeBody({ ...batchOf({ type: 'MemberVerified', user: 1 }), first: user })).toThrow(CodecError);
  });

  test('an unknown version, named in the error', () => {
    const text = `${encodeBody(batchOf({ type: 'MemberVerified', user: 1 }))},"prev":"${PREV}"}`;
    expect(() => decodeBatch(text.replace('"v":2', '"v":3'))).toThrow('batches of version 3 are unknown');
  });

  test('an unknown event, named in the error', () => {
    const text = `${encodeBody(batchOf({ type: 'MemberVerified', user: 1 }))},"prev":"${PREV}"}`;
    expect(() => decodeBatch(text.replace('MemberVerified', 'MemberVanished'))).toThrow('MemberVanished');
  });
});

describe('the stored samples', () => {
  const lines = fs.readFileSync(path.join(__dirname, '../../test/samples/batches.jsonl'), 'utf8').trim().split('\n');
  const samples = lines.map((line) => line.slice(line.indexOf('"batch":') + 8, -1));

  test.each(samples)('%s decodes and encodes to the same text', (sample) => {
    const { batch, prev } = decodeBatch(sample);
    expect(`${encodeBody(batch)},"prev":"${prev}"}`).toBe(sample);
    expect(amountsOf(batch)).toEqual(digitsOf(sample).map(BigInt));
  });

  test('contain every kind of event', () => {
    const kinds = new Set(samples.flatMap((sample) => decodeBatch(sample).batch.events.map((event) => event.type)));
    expect([...kinds].sort()).toEqual([...EVENT_TYPES].sort());
  });
});

const integer = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.maxSafeInteger());
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 53n }), fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }));
const word = fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/);
const account = fc.stringMatching(/^[0-9]{8}\/(spot|legal)\/[A-Z]{3,5}\/(available|frozen)$/);

const entry = fc
  .record(
    {
      kind: fc.constantFrom(...ENTRY_KIND_NAMES),
      debit: account,
      credit: account,
      amount,
      holds: fc.option(fc.record({ hold: integer, into: integer }, { requiredKeys: ['hold'] })),
    },
    { noNullPrototype: true },
  )
  .map(({ holds, ...moved }) => ({ ...moved, ...holds })) as fc.Arbitrary<Entry>;

const indexPrice = fc.record(
  {
    symbol: word,
    price: integer,
    sources: fc.array(fc.record({ source: integer, price: integer, at: integer }, { noNullPrototype: true }), {
      maxLength: 3,
    }),
  },
  { noNullPrototype: true },
);

const BY_CODE: Record<string, fc.Arbitrary<unknown>> = {
  word,
  integer,
  amount,
  text: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"\\\n\u0000\u2028\ud800', '漢字 😀')),
  integers: fc.array(integer, { maxLength: 4 }),
  amounts: fc.array(amount, { maxLength: 4 }),
  entries: fc.array(entry, { maxLength: 4 }),
  prices: fc.array(indexPrice, { maxLength: 3 }),
};

/** Draws any event of a kind from its row, so that new kinds are tested automatically. */
function events(type: EventType): fc.Arbitrary<CoreEvent> {
  const fields: Record<string, fc.Arbitrary<unknown>> = { type: fc.constant(type) };
  const required = ['type'];
  for (const [key, { code, presence }] of Object.entries(EVENT_FIELDS[type])) {
    fields[key] = BY_CODE[code];
    if (presence === 'required') required.push(key);
  }
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true }) as unknown as fc.Arbitrary<CoreEvent>;
}

function batches(event: fc.Arbitrary<CoreEvent>): fc.Arbitrary<Batch> {
  const position = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  const command = fc.record(
    { type: fc.constantFrom('PlaceOrder', 'TriggerOrder'), clientId: word, digest: word, cause: position },
    { requiredKeys: ['type'], noNullPrototype: true },
  ) as fc.Arbitrary<CommandNote>;
  return fc.record(
    {
      v: fc.constant(BATCH_VERSION as 2),
      first: position,
      at: position,
      command,
      actor: fc.constantFrom('user/10000001' as const, 'admin/10000002' as const, 'system' as const),
      events: fc.array(event, { minLength: 1, maxLength: 3 }),
    },
    { noNullPrototype: true },
  );
}

/** The journal stores a price as a list. */
function listed({ symbol, price, sources }: IndexPrice): unknown {
  return [symbol, price, sources.map(({ source, price: shown, at }) => [source, shown, at])];
}

/** The plain object for JSON.stringify: keys in canonical order, amounts as digits. */
function ordered({ v, first, at, command, actor, events: list }: Batch): unknown {
  const { type, clientId, digest, cause } = command;
  const digits = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(digits);
    return typeof value === 'bigint' ? value.toString() : value;
  };
  const orderedEntry = ({ kind, debit, credit, amount: units, hold, into }: Entry) => {
    return { kind, debit, credit, amount: units.toString(), hold, into };
  };
  const orderedEvent = (event: CoreEvent) => {
    const fields = event as unknown as Record<string, unknown>;
    const keys = Object.keys(EVENT_FIELDS[event.type]);
    const pairs = keys.map((key): [string, unknown] => [
      key,
      key === 'entries'
        ? (fields[key] as Entry[]).map(orderedEntry)
        : key === 'prices'
          ? (fields[key] as IndexPrice[]).map(listed)
          : digits(fields[key]),
    ]);
    return Object.fromEntries([['type', event.type], ...pairs]);
  };
  return { v, first, at, command: { type, clientId, digest, cause }, actor, events: list.map(orderedEvent) };
}

function batchOf(event: CoreEvent): Batch {
  return { v: 2, first: 0, at: 1, command: { type: 'VerifyMember' }, actor: 'system', events: [event] };
}

/** Every bigint of a batch in the order of its text. */
function amountsOf(value: unknown): bigint[] {
  if (typeof value === 'bigint') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(amountsOf);
}

function digitsOf(sample: string): string[] {
  const one =
    '"(?:amount|notional|fee|minimum|value|price|volume|cost|collateral|requirement|surplus|profit|most|before|insurance|treasury|released|stake|quota|paid|income|rebate|priceOf|priceBy|wallet|equity|requirements|cover|limit|worth|expected|found|bought|sold|spent|least|rest|received|feesBase|feesQuote|realised|quote|base|[a-zA-Z]*(?:Fee|Min|Max|Amount|Above|Released|Notional))":"-?\\d+"';
  const several = '"(?:volumes|feeAmounts|tierCaps|[a-z]+FeesFixed)":\\["\\d+"(?:,"\\d+")*\\]';
  const found = [...sample.matchAll(new RegExp(`${one}|${several}`, 'g'))];
  return found.flatMap(([text]) => [...text.matchAll(/"(-?\d+)"/g)].map((match) => match[1]));
}
