import { maskedCard, maskedEmail, maskedPhone } from './masks';

describe('a mask', () => {
  it.each([
    ['someone@example.com', 'so***@example.com'],
    ['ab@example.com', 'a***@example.com'],
    ['a@example.com', '***@example.com'],
  ])('of %s is %s', (email, masked) => expect(maskedEmail(email)).toBe(masked));

  it('of a phone shows where it is and how it ends', () => {
    expect(maskedPhone('+819012345678')).toBe('+81****5678');
  });

  it('of a card shows how it ends', () => expect(maskedCard('7894')).toBe('**** 7894'));
});
