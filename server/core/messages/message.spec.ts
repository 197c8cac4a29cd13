import path from 'node:path';
import ts from 'typescript';
import { compileEncoder } from './encoder';
import {
  allOptional,
  amount,
  choice,
  id,
  list,
  lots,
  message,
  objects,
  optional,
  server,
  text,
  ticks,
  word,
  type Amount,
  type Lots,
  type MessageOf,
  type ObjectOf,
  type Ticks,
} from './message';

const side = choice('buy', 'sell');
const terms = { price: ticks, fee: optional(amount) };
const Placed = message('Placed', {
  user: id,
  market: word,
  side,
  price: optional(ticks),
  rested: choice(0, 1),
  amounts: list(amount),
  pieces: objects({ side, quantity: lots }),
  note: server(optional(text)),
});
type Placed = MessageOf<typeof Placed>;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Does not compile unless its type is `true`. */
const holds = <T extends true>(value: T) => value;

describe('the type of a message', () => {
  it('is the plain object of its fields', () => {
    holds<
      Equal<
        Placed,
        {
          type: 'Placed';
          user: number;
          market: string;
          side: 'buy' | 'sell';
          price?: Ticks;
          rested: 0 | 1;
          amounts: Amount[];
          pieces: { side: 'buy' | 'sell'; quantity: Lots }[];
          note?: string;
        }
      >
    >(true);
    holds<Equal<ObjectOf<typeof terms>, { price: Ticks; fee?: Amount }>>(true);
    const changed = allOptional(terms);
    holds<Equal<ObjectOf<typeof changed>, { price?: Ticks; fee?: Amount }>>(true);
    expect(Object.values(changed).map(({ presence }) => presence)).toEqual(['optional', 'optional']);
  });

  it('accepts plain numbers, but not lots for ticks', () => {
    const price: Ticks = 5;
    const sum: number = price + 1;
    // @ts-expect-error -- another unit
    const quantity: Lots = price;
    expect([sum, quantity]).toEqual([6, 5]);
  });
});

describe('in an editor', () => {
  const file = path.join(__dirname, 'hover.ts');
  const source = `
import { choice, id, message, optional, ticks, type MessageOf } from './message';
const Placed = message('Placed', { user: id, side: choice('buy', 'sell'), price: optional(ticks) });
type Placed = MessageOf<typeof Placed>;
const wrong: Placed = { type: 'Placed', user: 1, side: 'buy', prise: 2 };
const none: Placed = { type: 'Placed', user: 1 };
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

  it('shows the fields of a message with their units', () => {
    const info = service.getQuickInfoAtPosition(file, source.indexOf('type Placed =') + 5);
    expect(ts.displayPartsToString(info?.displayParts).replace(/\s+/g, ' ')).toBe(
      'type Placed = { type: "Placed"; user: number; side: "buy" | "sell"; price?: Ticks | undefined; }',
    );
  });

  it('shows a wrong field as one short error', () => {
    const errors = service
      .getSemanticDiagnostics(file)
      .filter(({ code }) => code !== 6133)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatch(/'prise' does not exist in type '\{ type: "Placed"; .*Did you mean to write 'price'\?$/);
    expect(errors[1]).toMatch(/^Property 'side' is missing in type/);
    expect(errors.filter((error) => error.includes('\n') || error.length > 220)).toEqual([]);
  });
});

describe('the encoder of a message', () => {
  const encode = compileEncoder(
    message('Noted', { user: id, market: word, note: optional(text), fees: optional(list(amount)), by: optional(id) }),
  );

  it('writes fields in the order of the row and omits absent ones', () => {
    expect(encode({ by: 7, market: 'A-B', type: 'Noted', user: 1 } as never)).toBe(
      '{"type":"Noted","user":1,"market":"A-B","by":7}',
    );
    expect(encode({ type: 'Noted', user: 1, market: 'A-B', note: '"\n', fees: [3n, -4n] } as never)).toBe(
      '{"type":"Noted","user":1,"market":"A-B","note":"\\"\\n","fees":["3","-4"]}',
    );
  });

  it('rejects a list of objects, which only commands may have', () => {
    expect(() => compileEncoder(Placed)).toThrow('Placed: events hold no lists of objects');
  });
});
