import fc from 'fast-check';
import type { CompiledQuery } from 'kysely';
import { packRows } from './packed-rows';
import { objectSource, packedSource, type RowSource, type Value } from './row-source';
import { writeRows } from './row-writer';
import { amount, integer, optional, table, text, type RowOf } from './table';

/** `asset` and `label` are bound once per statement, before each row's own user, place and units. */
const LEGS = table('legs', {
  columns: { user: integer, place: integer, asset: text, label: optional(text), units: amount },
  key: ['user', 'place'],
  shared: ['asset', 'label'],
});
type Leg = RowOf<typeof LEGS>;

const legs = fc.array(
  fc.record({
    user: fc.integer({ min: 1, max: 5 }),
    asset: fc.constantFrom('BTC', 'ETH', 'USDT'),
    label: fc.constantFrom('fee', null),
    units: fc.bigInt({ min: -9n, max: 9n }),
  }),
  { maxLength: 400 },
);

test.each([
  ['in objects', (rows: Leg[]) => objectSource(LEGS, rows)],
  ['by column', (rows: Leg[]) => packedSource(LEGS, packRows(LEGS, rows))],
])('rows %s are each written once, those of one user in original order', async (_, sourceOf) => {
  await fc.assert(
    fc.asyncProperty(legs, async (made) => {
      const rows = made.map((leg, place): Leg => ({ ...leg, place }));
      const statements = await statementsOf(sourceOf(rows));
      const written = statements.flat();
      expect(written.toSorted((one, other) => one.place - other.place)).toEqual(rows);
      for (const statement of statements) {
        const inOrder = statement.toSorted((one, other) => one.user - other.user || one.place - other.place);
        expect(statement).toEqual(inOrder);
      }
    }),
  );
});

test('shared columns make no number above the exact range', async () => {
  // 4,000 to the sixth power exceeds 2^53.
  const names = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
  const wide = table('wide', {
    columns: { id: integer, a: integer, b: integer, c: integer, d: integer, e: integer, f: integer },
    key: ['id'],
    shared: names,
  });
  const rows = Array.from({ length: 8_000 }, (__, id) => {
    const same = id % 4_000;
    return { id, a: same, b: same, c: same, d: same, e: same, f: same };
  });
  const written: unknown[][] = [];
  await writeRows(
    connectionOf((values) => written.push([...values])),
    wide,
    objectSource(wide, rows),
    'insert',
  );
  expect(written).toHaveLength(8_000);
  expect(new Set(written.map((values) => values.at(-1)))).toEqual(new Set(rows.map(({ id }) => id)));
  for (const values of written) {
    const { a, b, c, d, e, f } = rows[values.at(-1) as number];
    expect(values.slice(0, 6)).toEqual([a, b, c, d, e, f]);
  }
});

async function statementsOf(source: RowSource): Promise<Leg[][]> {
  const statements: Leg[][] = [];
  const connection = connectionOf(([asset, label, ...own]) => {
    statements.push(
      Array.from({ length: own.length / 3 }, (_, row) => {
        const [user, place, units] = own.slice(row * 3, row * 3 + 3);
        return { user, place, asset, label, units } as Leg;
      }),
    );
  });
  await writeRows(connection, LEGS, source, 'insert');
  return statements;
}

function connectionOf(heard: (values: readonly Value[]) => void): Parameters<typeof writeRows>[0] {
  return {
    executeQuery: ({ parameters }: CompiledQuery) => {
      heard(parameters as Value[]);
      return Promise.resolve({ rows: [] });
    },
  };
}
