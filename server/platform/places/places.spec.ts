import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Places } from './places';

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

const OSAKA = {
  city: { names: { en: 'Osaka', ja: '大阪市' } },
  country: { names: { en: 'Japan', ja: '日本', 'pt-BR': 'Japão', 'zh-CN': '日本国' } },
};
const NETWORK_BITS = 24;
/** IPv4 addresses follow ninety-six zero bits of IPv6. */
const BITS = 96 + NETWORK_BITS;
const RECORD_BYTES = 3;
const SEPARATOR = Buffer.alloc(16);
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/** A database in MaxMind's format with one /24 of IPv4. */
function databaseOf(network: readonly [number, number, number], value: Value): Buffer {
  const bits = [...Array<number>(96).fill(0), ...network.flatMap((byte) => bitsOf(byte))];
  const found = BITS + SEPARATOR.length;
  const nodes = bits.map((bit, index) => {
    const next = index + 1 < BITS ? index + 1 : found;
    return Buffer.concat([0, 1].map((side) => uint(side === bit ? next : BITS, RECORD_BYTES)));
  });
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_800_000_000,
    database_type: 'Test-City',
    description: { en: 'test' },
    ip_version: 6,
    languages: ['en', 'ja'],
    node_count: BITS,
    record_size: RECORD_BYTES * 8,
  };
  return Buffer.concat([...nodes, SEPARATOR, encode(value), MARKER, encode(metadata)]);
}

function bitsOf(byte: number): number[] {
  return Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1);
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** Values of up to 28 bytes or entries, enough for this test. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.of((2 << 5) | bytes.length), bytes]);
  }
  if (typeof value === 'number') return Buffer.concat([Buffer.of((6 << 5) | 4), uint(value, 4)]);
  // Arrays are an extended type: its number minus seven in a separate byte.
  if (Array.isArray(value)) return Buffer.concat([Buffer.of(value.length, 11 - 7), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([Buffer.of((7 << 5) | entries.length), ...entries.flatMap((pair) => pair.map(encode))]);
}

describe('the place of an address', () => {
  let folder: string;
  let places: Places;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'places-'));
    const geoIpFile = path.join(folder, 'places.mmdb');
    writeFileSync(geoIpFile, databaseOf([203, 0, 113], OSAKA));
    places = new Places({ geoIpFile });
    await places.onModuleInit();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['en', 'Osaka, Japan'],
    ['jp', '大阪市, 日本'],
    ['pt', 'Osaka, Japão'],
    ['tc', 'Osaka, 日本国'],
    ['kr', 'Osaka, Japan'],
  ] as const)('is named in %s as far as the database can: %s', (language, place) => {
    expect(places.placeOf('203.0.113.7', language)).toBe(place);
  });

  it.each(['198.51.100.7', '2001:db8::1', '127.0.0.1', '', 'nowhere', '203.0.113.7; drop table'])(
    'of %j is unknown',
    (ip) => expect(places.placeOf(ip, 'en')).toBeNull(),
  );

  it('is unknown without a database', async () => {
    const none = new Places({});
    await none.onModuleInit();
    expect(none.placeOf('203.0.113.7', 'en')).toBeNull();
  });

  it('stops the start if the database is unreadable', async () => {
    await expect(new Places({ geoIpFile: path.join(folder, 'absent.mmdb') }).onModuleInit()).rejects.toThrow(/ENOENT/);
    const broken = path.join(folder, 'broken.mmdb');
    writeFileSync(broken, 'not a database');
    await expect(new Places({ geoIpFile: broken }).onModuleInit()).rejects.toThrow();
  });
});
