import { pagesOf, pagesShown, sizesWith } from './pages';

describe('page sizes', () => {
  it('are those of the specification plus the current one', () => {
    expect(sizesWith(20)).toEqual([10, 20, 30, 50, 70, 100, 200]);
    expect(sizesWith(50)).toEqual([10, 30, 50, 70, 100, 200]);
  });
});

describe('pages of a list', () => {
  it('number at least one, even for an empty list', () => {
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
    // The list has shrunk below the current page.
    [12, 9, [1, null, 9]],
  ])('at %i of %i are labelled %j', (current, last, expected) => {
    expect(pagesShown(current, last)).toEqual(expected);
  });
});
