import fc from 'fast-check';
import { bankNumberOf, bankReferenceOf, creditReferenceOf, userOfBankReference } from './bank-reference';

const user = fc.integer({ min: 10_000_001, max: 2_000_000_000 });

describe('the reference of a bank transfer', () => {
  it('names its user in any spelling', () => {
    fc.assert(
      fc.property(user, (id) => {
        const reference = bankReferenceOf(id);
        for (const written of [reference, reference.toLowerCase(), reference.replaceAll('-', ''), ` ${reference} `]) {
          expect(userOfBankReference(written)).toBe(id);
        }
      }),
    );
  });

  it('does not match a user if one digit is wrong', () => {
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

  it.each(['', 'OX', 'OX-1', 'AB-10000001-5', 'OX-10000001-5 thanks'])('%j matches no user', (text) => {
    expect(userOfBankReference(text)).toBeNull();
  });
});

describe('the credit reference of a bank transfer', () => {
  it.each(['bank/AB12', 'bank/ab 12', 'BANK/ aB12 ', 'bank /a\tb1\u00a02', 'bank/\u200bab12', 'bank／ＡＢ１２'])(
    'is the same, written as %j',
    (text) => {
      expect(creditReferenceOf(text)).toBe('bank/AB12');
    },
  );

  it('differs for different numbers, and is the same for the same one', () => {
    const number = fc.stringMatching(/^[A-Z0-9-]{1,30}$/);
    fc.assert(
      fc.property(number, number, (one, other) => {
        const reference = creditReferenceOf(`bank/${one}`);
        expect(reference).toBe(`bank/${one}`);
        expect(creditReferenceOf(`bank/${other}`) === reference).toBe(one === other);
      }),
    );
  });

  it.each(['bank/', 'bank/ \t', 'Bank/\u200b'])('is null without a number: %j', (text) => {
    expect(creditReferenceOf(text)).toBeNull();
  });

  it.each(['opening balance', 'ERC20/0xAb/0', 'banker/ab 1', 'Log/1'])('leaves %j unchanged', (text) => {
    expect(creditReferenceOf(text)).toBe(text);
  });
});

describe('the bank’s number of a transfer', () => {
  it('is the part of its reference after the bank prefix', () => {
    expect(bankNumberOf(creditReferenceOf('bank/ab 12') ?? '')).toBe('AB12');
  });

  it('is null for other deposits', () => {
    expect(bankNumberOf('ERC20/0xab/0')).toBeNull();
  });
});
