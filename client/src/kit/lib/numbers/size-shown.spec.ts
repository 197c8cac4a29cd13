import { numberFormats } from './format';
import { sizeShown, widthOf } from './size-shown';

const numbers = numberFormats('en');

test.each([
  ['0.48937', 5, '0.48937'],
  ['3600000', 0, '3,600,000'],
  ['36000000', 0, '36.00M'],
  ['348836572', 0, '348.83M'],
  ['1048836572', 0, '1.04B'],
  ['12345.67891', 5, '12.34K'],
  ['123.45678912', 8, '123.45678'],
])('%s with %i decimals is shown as %s', (decimal, digits, expected) => {
  expect(sizeShown(numbers, decimal, digits)).toBe(expected);
});

test('width of a price counts digits and separators', () => {
  expect(widthOf('68,110.79')).toBe('calc(7 * 1ch + 2 * 0.5ch)');
});
