import { normalDocumentNumber } from './document-number';

test.each([
  ['', null],
  ['---', null],
  ['123', null],
  ['1234', '1234'],
  [' ab 12-34/5 ', 'AB12345'],
  ['ＡＢ１２３４', 'AB1234'],
  ['军字第１２３４号', '军字第1234号'],
  ['x'.repeat(30), 'X'.repeat(30)],
  ['x'.repeat(31), null],
  ['12👤34', '1234'],
])('the number %j is compared as %j', (text, number) => {
  expect(normalDocumentNumber(text)).toBe(number);
});
