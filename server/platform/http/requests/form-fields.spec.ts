import { LIMITS } from '../../limits';
import { FormFields } from './form-fields';

const FIELDS_MAX = LIMITS.formFieldsMax;

const fields = (count: number, nameOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${nameOf(index)}=${index}`).join('&');

describe('fields of a form', () => {
  it('ASVS 15.3.6: are text; a repeated name becomes a list in original order', () => {
    expect({ ...FormFields.parse('a=1&b=%41+x&a=2&c&a=', FIELDS_MAX) }).toEqual({ a: ['1', '2', ''], b: 'A x', c: '' });
    expect({ ...FormFields.parse('', FIELDS_MAX) }).toEqual({});
  });

  it.each([
    ['with names of their own', (index: number) => `name${index}`],
    ['of one name', () => 'name'],
  ])(`%s: ${FIELDS_MAX} are accepted, one more is rejected`, (_, nameOf) => {
    const taken = FormFields.parse(fields(FIELDS_MAX, nameOf), FIELDS_MAX);
    expect(Object.values(taken ?? {}).flat()).toEqual(Array.from({ length: FIELDS_MAX }, (__, index) => `${index}`));
    expect(FormFields.parse(fields(FIELDS_MAX + 1, nameOf), FIELDS_MAX)).toBeNull();
  });

  it.each(['a&', '&', 'a=1&b=2&', '%&'])('of a body full of %s are rejected before any is parsed', (piece) => {
    const takenApart = jest.spyOn(globalThis, 'URLSearchParams');
    try {
      const body = piece.repeat(LIMITS.bodyBytesMax / piece.length);
      expect(FormFields.parse(body, FIELDS_MAX)).toBeNull();
      expect(takenApart).not.toHaveBeenCalled();
    } finally {
      takenApart.mockRestore();
    }
  });
});
