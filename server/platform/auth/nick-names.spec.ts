import { defaultNickName, ownNameOf } from './nick-names';

describe('who chose no name', () => {
  const email = 'ada.lovelace@test.example';
  const phone = '+819012345678';

  it('is masked to others and not to themselves', () => {
    const nickName = defaultNickName(email);
    expect(nickName).toBe('ad***');
    expect(ownNameOf({ nickName, email, phone: null })).toBe('ada.lovelace');
    expect(ownNameOf({ nickName: defaultNickName(phone), email: null, phone })).toBe(phone);
  });

  it('keeps the name of an address that is not theirs any more', () => {
    expect(ownNameOf({ nickName: 'ol***', email, phone: null })).toBe('ol***');
    expect(ownNameOf({ nickName: 'ol***', email: null, phone: null })).toBe('ol***');
  });
});

it('a chosen name is the same to all', () => {
  expect(ownNameOf({ nickName: 'Ada', email: 'ad@test.example', phone: null })).toBe('Ada');
});
