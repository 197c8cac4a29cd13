import { csvOf } from './csv';

const lineOf = (...cells: string[]) => csvOf([], [cells]).split('\r\n')[1];

describe('CSV', () => {
  it('starts with a byte order mark and a header; lines end with CRLF', () => {
    expect(csvOf(['a', 'b'], [['1', '2']])).toBe('\uFEFFa,b\r\n1,2\r\n');
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(lineOf('a,b', 'say "hi"', 'two\nlines', 'plain')).toBe('"a,b","say ""hi""","two\nlines",plain');
  });

  it.each(['=1+1', '+1', '@SUM(A1)', '-cmd', ' =1', '\t=1', '-1e5', '+0.5'])('neutralises the formula %j', (text) => {
    expect(lineOf(text)).toMatch(/^"?'/);
  });

  it.each(['-0.5', '12', '0.00000001'])('leaves the number %j unchanged', (text) => expect(lineOf(text)).toBe(text));
});
