import fc from 'fast-check';
import { packRows, RowPacker } from './packed-rows';
import { objectSource, packedSource, type RowSource, type Value } from './row-source';
import { amount as units, integer as number, optional, table, text, total, type RowOf, type Table } from './table';
import { TABLES } from '../all-tables';
import type { LedgerRecordRow } from '../tables';

const INT64_MAX = 2n ** 63n - 1n;
const amount = fc.bigInt({ min: -INT64_MAX, max: INT64_MAX });
const integer = fc.integer({ min: -1, max: Number.MAX_SAFE_INTEGER });
const perhaps = fc.option(integer, { nil: null });
const label = fc.constantFrom<LedgerRecordRow['label']>('recharge', 'buy_coin', 'spot_fee');

const record: fc.Arbitrary<LedgerRecordRow> = fc.record({
  userId: integer,
  eventPosition: integer,
  entryIndex: integer,
  account: fc.constantFrom('spot', 'contract'),
  asset: fc.constantFrom('BTC', 'USDT'),
  label,
  availableChange: amount,
  frozenChange: amount,
  lockedChange: amount,
  availableAfter: amount,
  frozenAfter: amount,
  lockedAfter: amount,
  orderId: perhaps,
  tradeId: perhaps,
  withdrawalId: perhaps,
  holdId: perhaps,
  at: integer,
  position: integer,
});

test('rows are written unchanged, whatever their contents', () => {
  fc.assert(
    fc.property(fc.array(record), (rows) => {
      const packed = structuredClone(packRows(TABLES.ledgerRecords, rows));
      expect(valuesOf(TABLES.ledgerRecords, packedSource(TABLES.ledgerRecords, packed))).toEqual(
        rows.map((row) => Object.keys(TABLES.ledgerRecords.columns).map((field) => row[field as keyof typeof row])),
      );
    }),
  );
});

test('rows added one by one are new ones after the earlier ones were taken', () => {
  const packer = new RowPacker(TABLES.ledgerRecords);
  const rows = fc.sample(record, { numRuns: 200, seed: 7 });
  for (const row of rows.slice(0, 150)) packer.add(row);
  expect(packer.take()).toEqual(packRows(TABLES.ledgerRecords, rows.slice(0, 150)));
  for (const row of rows.slice(150)) packer.add(row);
  expect(packer.take()).toEqual(packRows(TABLES.ledgerRecords, rows.slice(150)));
  expect(packer.take()).toEqual(packRows(TABLES.ledgerRecords, []));
});

const ODD = table('odd', {
  columns: { id: number, text: optional(text), units: optional(units), sum: total },
  key: ['id'],
});
type Odd = RowOf<typeof ODD>;

test('unbounded and null values stay as they are, and texts as both stores keep them', () => {
  const rows: Odd[] = [
    { id: 1, text: 'one', units: 5n, sum: 2n ** 80n },
    { id: 2, text: null, units: null, sum: 0n },
    { id: 3, text: 'one', units: 7n, sum: -1n },
    { id: 4, text: 'a\0b', units: null, sum: 4n },
  ];
  const written = [
    [1, 'one', 5n, String(2n ** 80n)],
    [2, null, null, '0'],
    [3, 'one', 7n, '-1'],
    [4, 'a\ufffdb', null, '4'],
  ];
  expect(valuesOf(ODD, packedSource(ODD, structuredClone(packRows(ODD, rows))))).toEqual(written);
  expect(valuesOf(ODD, objectSource(ODD, rows))).toEqual(written);
});

test('rows are distinguished equally in both forms', () => {
  fc.assert(
    fc.property(fc.array(record), (rows) => {
      const [packed, objects] = [
        packedSource(TABLES.ledgerRecords, packRows(TABLES.ledgerRecords, rows)),
        objectSource(TABLES.ledgerRecords, rows),
      ];
      for (let column = 0; column < Object.keys(TABLES.ledgerRecords.columns).length; column++) {
        expect(packed.codes(column)).toEqual(objects.codes(column));
      }
    }),
  );
});

function valuesOf<Row extends object>(table: Table<Row>, source: RowSource): Value[][] {
  const columns = Object.keys(table.columns).length;
  const values = new Array<Value>(source.count * columns);
  const rows = Uint32Array.from({ length: source.count }, (_, row) => row);
  for (let column = 0; column < columns; column++) source.copy(column, rows, 0, source.count, values, column, columns);
  return Array.from(rows, (row) => values.slice(row * columns, (row + 1) * columns));
}
