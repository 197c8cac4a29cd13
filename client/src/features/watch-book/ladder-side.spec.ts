import { outlineOf } from './ladder-side';

describe('the bars of a side', () => {
  it('are one shape, a step a row from the right edge, and nothing where nothing stands', () => {
    expect(outlineOf([1_000, 285, 0])).toBe(
      'polygon(100% 0, 0% 0px, 0% 20px, 71.5% 20px, 71.5% 40px, 100% 40px, 100% 60px, 100% 60px)',
    );
  });
});
