import { creditScoreOf, safetyLevelOf, type Bindings } from './safety';

const NONE: Bindings = { phone: false, email: false, authenticator: false, fundPassword: false, verified: false };
const NAMES = Object.keys(NONE) as (keyof Bindings)[];

/** Every combination of the five bindings. */
const ALL = Array.from({ length: 2 ** NAMES.length }, (_, bits) =>
  NAMES.reduce<Bindings>((bindings, name, index) => ({ ...bindings, [name]: ((bits >> index) & 1) === 1 }), NONE),
);

describe('the safety level', () => {
  it.each([
    [0, 'low'],
    [1, 'low'],
    [2, 'middle'],
    [3, 'middle'],
    [4, 'high'],
    [5, 'high'],
  ])('with any %d bindings is %s', (count, level) => {
    const withSoMany = ALL.filter((bindings) => Object.values(bindings).filter(Boolean).length === count);
    expect(new Set(withSoMany.map(safetyLevelOf))).toEqual(new Set([level]));
  });
});

describe('the credit score', () => {
  it('starts at 60, gains 10 for four of the five, and ends at 100', () => {
    expect(creditScoreOf(NONE)).toBe(60);
    const gains = NAMES.map((name) => [name, creditScoreOf({ ...NONE, [name]: true }) - 60]);
    expect(Object.fromEntries(gains)).toEqual({
      phone: 10,
      email: 10,
      authenticator: 10,
      fundPassword: 0,
      verified: 10,
    });
    expect(Math.max(...ALL.map(creditScoreOf))).toBe(100);
  });
});
