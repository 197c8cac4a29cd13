import { hiddenIn, keptText } from './columns';

const column = (key: string, isFixed = false) => ({ key, title: key, isFixed, render: () => key });

describe('the choice of columns', () => {
  it('knows only columns that exist and may be hidden', () => {
    const columns = [column('time', true), column('price'), column('fee')];
    expect([...hiddenIn('time,fee,gone,', columns)]).toEqual(['fee']);
    expect([...hiddenIn('', columns)]).toEqual([]);
    expect(keptText(new Set(['fee', 'price']))).toBe('fee,price');
  });
});
