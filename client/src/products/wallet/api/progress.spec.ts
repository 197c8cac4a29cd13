import { progressOf } from './progress';

describe('the progress of a recharge', () => {
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

  it('is none where no chain confirms', () => {
    expect(progressOf({ confirmations: null, needed: null })).toBeNull();
  });
});
