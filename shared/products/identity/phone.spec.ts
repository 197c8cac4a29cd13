import { isCountry, normalPhone } from './phone';

describe('a phone number', () => {
  it.each([
    ['+81 90-1234-5678', '+819012345678'],
    ['＋８１ ９０ １２３４ ５６７８', '+819012345678'],
    ['+1 (213) 373-4253', '+12133734253'],
    ['+86 138 0013 8000', '+8613800138000'],
    [' +39 312 345 6789 ', '+393123456789'],
  ])('%s is normalised to %s', (text, phone) => {
    expect(normalPhone(text)).toBe(phone);
  });

  it.each([
    '',
    '+',
    '09012345678',
    '+81',
    '+999 123456789',
    '+1 213 373 425',
    '+81901234567812345',
    '+12133734253 ext. 5',
    'tel:+12133734253',
    '+1213373425x',
    `+${'1'.repeat(40)}`,
    'someone@example.com',
  ])('%j is rejected', (text) => {
    expect(normalPhone(text)).toBeNull();
  });
});

it('a country is a known code of two capitals', () => {
  expect(['JP', 'US', 'jp', 'XX', '', 'JPN', 'constructor'].filter(isCountry)).toEqual(['JP', 'US']);
});
