import {
  maskedCard,
  maskedContact,
  maskedDocumentNumber,
  maskedEmail,
  maskedEnd,
  maskedName,
  maskedNetwork,
  maskedPhone,
  maskedUserAgent,
  maskContactsIn,
} from './masks';

describe('a mask', () => {
  it.each([
    ['someone@example.com', 'so***@example.com'],
    ['ab@example.com', 'a***@example.com'],
    ['a@example.com', '***@example.com'],
    ['@example.com', '***@example.com'],
  ])('of the e-mail %s is %s', (email, masked) => expect(maskedEmail(email)).toBe(masked));

  it('of a phone shows the country and the last digits', () => {
    expect(maskedPhone('+819012345678')).toBe('+81****5678');
  });

  it('of a card shows the last digits', () => expect(maskedCard('7894')).toBe('**** 7894'));

  it.each([
    ['Alice', 'Al***'],
    ['Bob', 'B***'],
    ['王伟', '王***'],
    ['X', '***'],
    ['', ''],
  ])('of the name %j is %j, never the whole name', (name, masked) => expect(maskedName(name)).toBe(masked));

  it.each([
    ['1234', '****34'],
    ['123456', '****456'],
    ['AB123456', '****3456'],
    ['军字第1234号', '****234号'],
  ])('of the document %s is %s', (number, masked) => expect(maskedDocumentNumber(number)).toBe(masked));

  it.each([
    ['0x52908400098527886E0F7030069857D2E4169EE7', '***9EE7'],
    ['1234', '***34'],
  ])('of %s shows the end, at most half', (text, masked) => expect(maskedEnd(text)).toBe(masked));

  it.each([
    ['203.0.113.7', '203.0.***'],
    ['::ffff:203.0.113.7', '203.0.***'],
    ['2001:db8:1:2::5', '2001:db8:***'],
    ['', '***'],
  ])('of the network %j is %j', (ip, masked) => expect(maskedNetwork(ip)).toBe(masked));

  it.each([
    ['me@example.com', 'm***@example.com'],
    ['+81 90 1234 5678', '+81****5678'],
    ['@my_telegram', '@m***'],
    ['line: someone', 'li***'],
  ])('of the contact %j is %j', (contact, masked) => expect(maskedContact(contact)).toBe(masked));

  it('of a user agent shows nothing', () => expect(maskedUserAgent()).toBe('***'));

  it.each([
    ['Write to zoe.quill@example.com, please.', 'Write to zo***@example.com, please.'],
    ['Call +81 (90) 1234-5678 after six', 'Call ***5678 after six'],
    ['It went to 0x52908400098527886E0F7030069857D2E4169EE7.', 'It went to ***9EE7.'],
    ['Card 4111 1111 1111 1111', 'Card ***1111'],
    ['I came from 203.0.113.7 on 2026-11-27', 'I came from 203.0.*** on 2026-11-27'],
    ['I bought 0.5 BTC at 65010.25 on 27 11, order 12345.', 'I bought 0.5 BTC at 65010.25 on 27 11, order 12345.'],
    ['Donaudampfschifffahrtsgesellschaft is long', 'Donaudampfschifffahrtsgesellschaft is long'],
  ])('within a text, %j, leaves the rest: %j', (text, masked) => expect(maskContactsIn(text)).toBe(masked));
});
