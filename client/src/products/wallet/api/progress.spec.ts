import { progressOf } from './progress';

describe('deposit progress', () => {
  it.each([
    [0, 12, 0],
    [1, 12, 8],
    [11, 12, 91],
    [12, 12, 100],
    [40, 12, 100],
  ])('with %d of %d confirmations is %d %%', (confirmations, needed, percent) => {
    expect(progressOf({ confirmations, needed })).toEqual({
      confirmations: Math.min(confirmations, needed),
      needed,
      percent,
    });
  });

  it('is null without chain confirmations', () => {
    expect(progressOf({ confirmations: null, needed: null })).toBeNull();
  });
});
