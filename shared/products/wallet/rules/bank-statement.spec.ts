import { plainName, readStatement } from './bank-statement';

describe('a bank statement', () => {
  test('has one payment per line: incoming above zero, outgoing below', () => {
    expect(readStatement('reference,amount,name\nAB12,700.50,Ann Example\r\nCD34,-20,"Example, Bob"\n\n')).toEqual([
      { way: 'in', reference: 'AB12', amount: '700.50', name: 'Ann Example' },
      { way: 'out', reference: 'CD34', amount: '20', name: 'Example, Bob' },
    ]);
    expect(readStatement('\uFEFFReference, Amount ,name\n"A ""1""",1,"two\nlines"\nB,2,Cy')).toEqual([
      { way: 'in', reference: 'A "1"', amount: '1', name: 'two\nlines' },
      { way: 'in', reference: 'B', amount: '2', name: 'Cy' },
    ]);
    expect(readStatement('reference,amount,name')).toEqual([]);
  });

  test.each([
    ['', 1],
    ['amount,reference,name\nA,1,B', 1],
    ['reference,amount,name\nA,1', 2],
    ['reference,amount,name\nA,1,B,C', 2],
    ['reference,amount,name\nA,1,B\nA,1e3,B', 3],
    ['reference,amount,name\nA,"1,5",B', 2],
    ['reference,amount,name\n,1,B', 2],
    ['reference,amount,name\nA,1,', 2],
    ['reference,amount,name\nA,1,B\n\nA,1,"B', 4],
    ['reference,amount,name\n"A,1"x,B', 2],
    ['reference,amount,name\n"two\nlines",1,B\nA,x,B', 4],
  ])('reports the line number of the first fault: %j', (csv, line) => {
    expect(readStatement(csv)).toBe(line);
  });

  test('a name is the same in every spelling of a bank', () => {
    expect(plainName(' José  Núñez-Díaz ')).toBe(plainName('JOSE NUNEZ DIAZ.'));
    expect(plainName('王 小明')).toBe('王 小明');
    expect(plainName('Ann Example')).not.toBe(plainName('Anne Example'));
  });
});
