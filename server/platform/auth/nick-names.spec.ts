import { defaultNickName, ownNameOf } from './nick-names';

describe('a user without a chosen name', () => {
  const email = 'ada.lovelace@test.example';
  const phone = '+819012345678';

  it('is masked for others and not for themselves', () => {
    const nickName = defaultNickName(email);
    expect(nickName).toBe('ad***');
    expect(ownNameOf({ nickName, email, phone: null })).toBe('ada.lovelace');
    expect(ownNameOf({ nickName: defaultNickName(phone), email: null, phone })).toBe(phone);
  });

  it('keeps a name derived from a former address', () => {
    expect(ownNameOf({ nickName: 'ol***', email, phone: null })).toBe('ol***');
    expect(ownNameOf({ nickName: 'ol***', email: null, phone: null })).toBe('ol***');
  });
});

it('a chosen name is equal for everyone', () => {
  expect(ownNameOf({ nickName: 'Ada', email: 'ad@test.example', phone: null })).toBe('Ada');
});
