import path from 'node:path';
import ts from 'typescript';
import { amount, integer, optional, table, text, textOf, total, type RowOf } from './table';

const ORDERS = table('orders', {
  columns: {
    id: integer,
    market: text,
    side: textOf<'buy' | 'sell'>(),
    fee: optional(amount),
    reason: optional(textOf<'user' | 'staff'>()),
    filledQuote: total,
  },
  key: ['id'],
  indexes: { orders_of_market: ['market', 'id'] },
  fixed: ['market', 'side'],
  kept: ({ reason }) => reason === null,
});
type Order = RowOf<typeof ORDERS>;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Does not compile unless its type is `true`. */
const holds = <T extends true>(value: T) => value;

describe('the type of a row', () => {
  it('is the plain object of its columns', () => {
    holds<
      Equal<
        Order,
        {
          id: number;
          market: string;
          side: 'buy' | 'sell';
          fee: bigint | null;
          reason: 'user' | 'staff' | null;
          filledQuote: bigint;
        }
      >
    >(true);
    const { name, key, columns } = ORDERS;
    expect([name, key, columns.fee]).toEqual(['orders', ['id'], { kind: 'amount', isOptional: true }]);
  });

  it('rejects keys and indexes of missing columns', () => {
    // @ts-expect-error -- no such column
    expect(table('keyed', { columns: { id: integer }, key: ['number'] }).key).toEqual(['number']);
    // @ts-expect-error -- no such column
    const { indexes } = table('indexed', { columns: { id: integer }, key: ['id'], indexes: { by: ['at'] } });
    expect(indexes).toEqual({ by: ['at'] });
  });
});

describe('in an editor', () => {
  const file = path.join(__dirname, 'hover.ts');
  const source = `
import { amount, integer, optional, table, textOf, type RowOf } from './table';
const ORDERS = table('orders', { columns: { id: integer, side: textOf<'buy' | 'sell'>(), fee: optional(amount) }, key: ['id'] });
type Order = RowOf<typeof ORDERS>;
const wrong: Order = { id: 1, side: 'buy', fees: null };
const none: Order = { id: 1, fee: null };
`;
  const snapshotOf = (name: string) => (name === file ? source : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const found = snapshotOf(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => __dirname,
    getCompilationSettings: () => ({ strict: true, target: ts.ScriptTarget.ES2022, noEmit: true, types: [] }),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: snapshotOf,
  });

  it('shows the fields of a row', () => {
    const info = service.getQuickInfoAtPosition(file, source.indexOf('type Order =') + 5);
    expect(ts.displayPartsToString(info?.displayParts).replace(/\s+/g, ' ')).toBe(
      'type Order = { id: number; side: "buy" | "sell"; fee: bigint | null; }',
    );
  });

  it('shows a wrong field as one short error', () => {
    const errors = service
      .getSemanticDiagnostics(file)
      .filter(({ code }) => code !== 6133)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatch(/'fees' does not exist in type '\{ id: number; .*Did you mean to write 'fee'\?$/);
    expect(errors[1]).toMatch(/^Property 'side' is missing in type/);
    expect(errors.filter((error) => error.includes('\n') || error.length > 220)).toEqual([]);
  });
});
