import fc from 'fast-check';
import { bankReferenceOf, userOfBankReference } from './bank-reference';

const user = fc.integer({ min: 10_000_001, max: 2_000_000_000 });

describe('the reference of a bank transfer', () => {
  it('names its user, however it is written', () => {
    fc.assert(
      fc.property(user, (id) => {
        const reference = bankReferenceOf(id);
        for (const written of [reference, reference.toLowerCase(), reference.replaceAll('-', ''), ` ${reference} `]) {
          expect(userOfBankReference(written)).toBe(id);
        }
      }),
    );
  });

  it('names nobody when one digit is wrong', () => {
    fc.assert(
      fc.property(user, fc.nat({ max: 8 }), fc.integer({ min: 1, max: 9 }), (id, at, by) => {
        const reference = bankReferenceOf(id);
        const digits = [...reference.matchAll(/\d/g)];
        const place = digits[at % digits.length].index;
        const wrong = (Number(reference[place]) + by) % 10;
        expect(userOfBankReference(reference.slice(0, place) + wrong + reference.slice(place + 1))).not.toBe(id);
      }),
    );
  });

  it.each(['', 'OX', 'OX-1', 'AB-10000001-5', 'OX-10000001-5 thanks'])('%j names nobody', (text) => {
    expect(userOfBankReference(text)).toBeNull();
  });
});
