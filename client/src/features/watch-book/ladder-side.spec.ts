import { outlineOf } from './ladder-side';

describe('the bars of a side', () => {
  it('are one shape, a step a row from the right edge, and nothing where nothing stands', () => {
    expect(outlineOf([1_000, 285, 0])).toBe(
      'polygon(100% 0, 0% 0.000%, 0% 33.333%, 71.5% 33.333%, 71.5% 66.667%, 100% 66.667%, 100% 100.000%, 100% 100%)',
    );
  });
});
