import { isCardNumber, sameName } from './bank-cards';

describe('a card number', () => {
  it.each(['6222021234567894', '4111111111111111', '5500005555555559', '676770000005', '6304985028090561515'])(
    'may be %s',
    (number) => expect(isCardNumber(number)).toBe(true),
  );

  it.each([
    ['one digit differs', '6222021234567895'],
    ['two neighbours are swapped', '6222021234567849'],
    ['eleven digits', '67677000006'],
    ['twenty digits', '63049850280905615150'],
    ['nothing but noughts', '0000000000000000'],
    ['a letter', '622202123456789a'],
    ['digits of another script', '٦٢٢٢٠٢١٢٣٤٥٦٧٨٩٤'],
    ['nothing', ''],
  ])('is rejected if it has %s', (_, number) => expect(isCardNumber(number)).toBe(false));

  it('has a check digit that detects every single wrong digit', () => {
    const number = '6222021234567894';
    for (let index = 0; index < number.length; index++) {
      for (const digit of '0123456789') {
        const changed = number.slice(0, index) + digit + number.slice(index + 1);
        expect(isCardNumber(changed)).toBe(changed === number);
      }
    }
  });
});

describe('two names', () => {
  it.each([
    ['Ana María López', ' ana  maría LÓPEZ '],
    ['王小明', '王小明'],
    ['Ｋｉｍ Minsu', 'Kim Minsu'],
  ])('%j and %j are the same', (one, other) => expect(sameName(one, other)).toBe(true));

  it.each([
    ['Ana López', 'Ana Lopez'],
    ['Ana López', 'López Ana'],
    ['王小明', '王小名'],
    ['', 'x'],
  ])('%j and %j differ', (one, other) => expect(sameName(one, other)).toBe(false));
});
