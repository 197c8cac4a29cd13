import { hiddenIn, hiddenColumnsText } from './columns';

const column = (key: string, isFixed = false) => ({ key, title: key, isFixed, render: () => key });

describe('column selection', () => {
  it('contains only existing columns that may be hidden', () => {
    const columns = [column('time', true), column('price'), column('fee')];
    expect([...hiddenIn('time,fee,gone,', columns)]).toEqual(['fee']);
    expect([...hiddenIn('', columns)]).toEqual([]);
    expect(hiddenColumnsText(new Set(['fee', 'price']))).toBe('fee,price');
  });
});
