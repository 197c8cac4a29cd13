import { hiddenIn, keptText, sizesWith } from './columns';

const column = (key: string, isFixed = false) => ({ key, title: key, isFixed, render: () => key });

describe('the choice of columns', () => {
  it('knows only columns that exist and may be hidden', () => {
    const columns = [column('time', true), column('price'), column('fee')];
    expect([...hiddenIn('time,fee,gone,', columns)]).toEqual(['fee']);
    expect([...hiddenIn('', columns)]).toEqual([]);
    expect(keptText(new Set(['fee', 'price']))).toBe('fee,price');
  });
});

describe('the sizes of a page', () => {
  it('are those of the specification and the one in use', () => {
    expect(sizesWith(20)).toEqual([10, 20, 30, 50, 70, 100, 200]);
    expect(sizesWith(50)).toEqual([10, 30, 50, 70, 100, 200]);
  });
});
