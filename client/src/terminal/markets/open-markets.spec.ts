import { OPEN_MAX, keptOf, openFrom, withClosed, withOpen } from './open-markets';

describe('open instruments', () => {
  it('are restored in order', () => {
    expect(openFrom('')).toEqual([]);
    expect(openFrom(keptOf(['A-B', 'C-D']))).toEqual(['A-B', 'C-D']);
  });

  it('keep their place when shown again; a new one replaces the oldest', () => {
    expect(withOpen(['A', 'B'], 'A')).toEqual(['A', 'B']);
    const full = Array.from({ length: OPEN_MAX }, (_, index) => `M${index}`);
    expect(withOpen(full, 'new')).toEqual([...full.slice(1), 'new']);
  });

  it('can be closed except the last; a neighbour is shown next', () => {
    expect(withClosed(['A', 'B', 'C'], 'B', 'B')).toEqual({ open: ['A', 'C'], current: 'C' });
    expect(withClosed(['A', 'B', 'C'], 'C', 'C')).toEqual({ open: ['A', 'B'], current: 'B' });
    expect(withClosed(['A', 'B', 'C'], 'A', 'C')).toEqual({ open: ['B', 'C'], current: 'C' });
    expect(withClosed(['A'], 'A', 'A')).toEqual({ open: ['A'], current: 'A' });
  });
});
