import { isGuessable } from './password-strength';

const ADDRESS = 'alice.walker@example.com';

it.each([
  ['too short, however wild', 'x7$kPq2!mZr'],
  ['one of the commonest, made longer', 'password1234'],
  ['keys in a row', 'qwertyuiop[]'],
  ['one letter again and again', 'zzzzzzzzzzzzzz'],
  ['two words again and again', 'passwordpassword'],
  ['a year and a season', 'Sunshine2024!'],
  ['the own address', ADDRESS],
  ['words of the exchange', 'openexchangeusdt'],
  ['words of what is traded', 'bitcoinethereum'],
  ['one of them and a year', 'openexchange2026'],
])('ASVS 6.2.4, 6.2.11, 6.2.12: %s is rejected', (_, password) => {
  expect(isGuessable(password, ADDRESS)).toBe(true);
});

it.each([
  'correct-horse-battery',
  '小猫喜欢在屋顶上看月亮吃饭',
  'x7$kPq2!mZrT',
  `${'horse battery staple '.repeat(6)}`,
])('ASVS 6.2.5: %s is accepted', (password) => {
  expect(isGuessable(password, ADDRESS)).toBe(false);
});

it('an address that is not a common word does not matter', () => {
  expect(isGuessable('correct-horse-battery', '+819012345678')).toBe(false);
});

it('a long password takes no longer than a short one', () => {
  const started = performance.now();
  for (let round = 0; round < 10; round++) isGuessable('a1'.repeat(64), ADDRESS);
  // A hundredth of it would suffice; without a length limit each takes seconds.
  expect(performance.now() - started).toBeLessThan(5_000);
});
