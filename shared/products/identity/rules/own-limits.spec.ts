import {
  isLooser,
  LOOSENING_DELAY_MS,
  NO_OWN_LIMITS,
  ownLimitsAt,
  scheduleOwnLimits,
  type OwnTerms,
} from './own-limits';

const AT = 1_800_000_000_000;
const terms = (limit: bigint | null, delayHours = 0): OwnTerms => ({ limit, delayHours });
const holding = (current: OwnTerms) => ({ current, next: null });

test.each([
  ['a first limit', terms(null), terms(5n)],
  ['a lower one', terms(5n), terms(0n)],
  ['a longer delay', terms(5n, 2), terms(5n, 3)],
  ['both', terms(null), terms(5n, 168)],
])('%s takes effect at once', (_, current, wish) => {
  expect(isLooser(current, wish)).toBe(false);
  expect(scheduleOwnLimits(holding(current), wish, AT)).toEqual(holding(wish));
});

test.each([
  ['a higher limit', terms(5n), terms(6n)],
  ['no limit any more', terms(5n), terms(null)],
  ['a shorter delay', terms(null, 5), terms(null, 4)],
])('%s takes effect a day later, and the previous terms hold until then', (_, current, wish) => {
  expect(isLooser(current, wish)).toBe(true);
  const kept = scheduleOwnLimits(holding(current), wish, AT);
  expect(kept).toEqual({ current, next: { ...wish, from: AT + LOOSENING_DELAY_MS } });
  expect(ownLimitsAt(kept, AT + LOOSENING_DELAY_MS - 1).current).toEqual(current);
  expect(ownLimitsAt(kept, AT + LOOSENING_DELAY_MS)).toEqual(holding(wish));
});

test('a wish that is stricter in one and looser in the other is taken apart', () => {
  const kept = scheduleOwnLimits(holding(terms(5n, 0)), terms(9n, 24), AT);
  expect(kept).toEqual({ current: terms(5n, 24), next: { ...terms(9n, 24), from: AT + LOOSENING_DELAY_MS } });
});

test('the same wish again starts no new wait, and another one takes its place', () => {
  const kept = scheduleOwnLimits(holding(terms(5n)), terms(9n), AT);
  expect(scheduleOwnLimits(kept, terms(9n), AT + 1)).toEqual(kept);
  expect(scheduleOwnLimits(kept, terms(10n), AT + 1).next).toEqual({
    ...terms(10n),
    from: AT + 1 + LOOSENING_DELAY_MS,
  });
  expect(scheduleOwnLimits(kept, terms(5n), AT + 1)).toEqual(holding(terms(5n)));
});

test('nothing is set until somebody sets it', () => {
  expect(scheduleOwnLimits(NO_OWN_LIMITS, terms(null), AT)).toEqual(NO_OWN_LIMITS);
});
