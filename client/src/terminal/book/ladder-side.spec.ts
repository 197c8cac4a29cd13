import { outlineOf } from './ladder-side';

describe('depth bars of a book side', () => {
  it('are one outline with a step per row, anchored right; an empty row has no bar', () => {
    expect(outlineOf([1_000, 285, 0])).toBe(
      'polygon(100% 0, 0% 0.000%, 0% 33.333%, 71.5% 33.333%, 71.5% 66.667%, 100% 66.667%, 100% 100.000%, 100% 100%)',
    );
  });
});
