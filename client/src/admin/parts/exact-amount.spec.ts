import { numberFormats } from '../../kit/lib/numbers/format';
import { exactAmount } from './exact-amount';

it.each([
  ['en', '1250.5', '1,250.5 BTC'],
  ['en', '0.12345678', '0.12345678 BTC'],
  ['es', '959293.60245435', '959.293,60245435 BTC'],
  ['en', '12345678901234567.000000000000000001', '12,345,678,901,234,567.000000000000000001 BTC'],
  ['en', '20', '20 BTC'],
])('in %s %s is shown as %s', (tag, amount, written) => {
  expect(exactAmount(numberFormats(tag), amount, 'BTC')).toBe(written);
});
