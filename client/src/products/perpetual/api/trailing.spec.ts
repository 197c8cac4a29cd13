import { trailedPrice } from './trailing';

const long = { position: 'long', trigger: null, callback: null, callbackRate: null, extreme: '50100' } as const;
const short = { ...long, position: 'short' } as const;

test('trailing stop is below the best price for a long, above for a short, rounded to a tick', () => {
  expect(trailedPrice({ ...long, callback: '60.5' }, '50050', '0.5')).toBe('50039.5');
  expect(trailedPrice({ ...long, callbackRate: '0.0123' }, null, '0.5')).toBe('49483.5');
  expect(trailedPrice({ ...short, callback: '60.5' }, '50150', '0.5')).toBe('50160.5');
  expect(trailedPrice({ ...short, callbackRate: '0.0123' }, null, '0.5')).toBe('50716.5');
});

test('better price moves the trailing stop at once', () => {
  expect(trailedPrice({ ...long, callback: '100' }, '50200', '0.5')).toBe('50100');
  expect(trailedPrice({ ...short, callback: '100' }, '50000', '0.5')).toBe('50100');
});

test('stop without an extreme or with a reached trigger has no trailing price', () => {
  expect(trailedPrice({ ...long, extreme: null }, '50000', '0.5')).toBeNull();
  expect(trailedPrice({ ...long, trigger: '50000', callback: '100' }, '50000', '0.5')).toBeNull();
});
