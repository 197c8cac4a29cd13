import { pagesOf, pagesShown, sizesWith } from './pages';

describe('the sizes of a page', () => {
  it('are those of the specification and the one in use', () => {
    expect(sizesWith(20)).toEqual([10, 20, 30, 50, 70, 100, 200]);
    expect(sizesWith(50)).toEqual([10, 30, 50, 70, 100, 200]);
  });
});

describe('the pages of a list', () => {
  it('are at least one, also where there is nothing', () => {
    expect([pagesOf(0, 20), pagesOf(20, 20), pagesOf(21, 20)]).toEqual([1, 1, 2]);
  });

  it.each([
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [3, 9, [1, 2, 3, 4, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 8, 9]],
    // The list has become shorter than it was.
    [12, 9, [1, null, 9]],
  ])('at %i of %i are named %j', (current, last, expected) => {
    expect(pagesShown(current, last)).toEqual(expected);
  });
});
