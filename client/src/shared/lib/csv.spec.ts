import { csvOf } from './csv';

const lineOf = (...cells: string[]) => csvOf([], [cells]).split('\r\n')[1];

describe('comma-separated values', () => {
  it('begin with a mark and a head, and end every line alike', () => {
    expect(csvOf(['a', 'b'], [['1', '2']])).toBe('\uFEFFa,b\r\n1,2\r\n');
  });

  it('quote what would break a line or a cell', () => {
    expect(lineOf('a,b', 'say "hi"', 'two\nlines', 'plain')).toBe('"a,b","say ""hi""","two\nlines",plain');
  });

  it.each(['=1+1', '+1', '@SUM(A1)', '-cmd', ' =1', '\t=1', '-1e5', '+0.5'])('disarm %j', (text) => {
    expect(lineOf(text)).toMatch(/^"?'/);
  });

  it.each(['-0.5', '12', '0.00000001'])('leave the number %j alone', (text) => expect(lineOf(text)).toBe(text));
});
