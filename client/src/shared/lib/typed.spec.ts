import { canonical, typed } from './typed';

describe('what was typed', () => {
  it.each([
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['.5', '.5'],
    ['1.', '1.'],
    ['', ''],
    ['1e5', null],
    ['-1', null],
    ['1.123', null],
    ['1.2.3', null],
  ])('%p is %p with two places', (text, expected) => expect(typed(text, 2)).toBe(expected));

  it.each([
    ['1.', '1'],
    ['.50', '0.5'],
    ['007', '7'],
    ['', null],
    ['.', null],
  ])('%p is sent as %p', (text, expected) => expect(canonical(text)).toBe(expected));
});
