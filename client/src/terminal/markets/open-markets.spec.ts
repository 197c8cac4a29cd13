import { OPEN_MAX, keptOf, openFrom, withClosed, withOpen } from './open-markets';

describe('the instruments that are open', () => {
  it('are kept as they stand', () => {
    expect(openFrom('')).toEqual([]);
    expect(openFrom(keptOf(['A-B', 'C-D']))).toEqual(['A-B', 'C-D']);
  });

  it('stay where they are when one is looked at again, and make room for a new one', () => {
    expect(withOpen(['A', 'B'], 'A')).toEqual(['A', 'B']);
    const full = Array.from({ length: OPEN_MAX }, (_, index) => `M${index}`);
    expect(withOpen(full, 'new')).toEqual([...full.slice(1), 'new']);
  });

  it('are closed but for the last, and the neighbour is looked at', () => {
    expect(withClosed(['A', 'B', 'C'], 'B', 'B')).toEqual({ open: ['A', 'C'], shown: 'C' });
    expect(withClosed(['A', 'B', 'C'], 'C', 'C')).toEqual({ open: ['A', 'B'], shown: 'B' });
    expect(withClosed(['A', 'B', 'C'], 'A', 'C')).toEqual({ open: ['B', 'C'], shown: 'C' });
    expect(withClosed(['A'], 'A', 'A')).toEqual({ open: ['A'], shown: 'A' });
  });
});
