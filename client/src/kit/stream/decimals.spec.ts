import { areCanonical, areCanonicalSigned } from './decimals';

describe('streamed decimal', () => {
  it.each(['0', '7', '10', '0.5', '1.05', '64012.1', '9'.repeat(30), `0.${'0'.repeat(29)}1`])(
    'may be %s',
    (decimal) => {
      expect(areCanonical(decimal)).toBe(true);
      expect(areCanonicalSigned(decimal)).toBe(true);
    },
  );

  it.each(['', '01', '1.50', '1.', '.5', '1e3', '+1', ' 1', '1,5', 'NaN', '-0', '--1', 1, null, undefined, ['1']])(
    'is never %j',
    (wired) => {
      expect(areCanonical('1', wired)).toBe(false);
      expect(areCanonicalSigned('1', wired)).toBe(false);
    },
  );

  it('may be negative only for changes', () => {
    expect([areCanonical('-1.5'), areCanonicalSigned('-1.5'), areCanonicalSigned('-0.1')]).toEqual([false, true, true]);
  });
});
