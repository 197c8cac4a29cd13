/** What an account is opened with, judged alike by the form and by the server. */
export const EMAIL_LENGTH_MAX = 254;
/** Of new ones: those that were set before still log in. */
export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 128;
/** The least estimate, of 0 to 4, that a new password must have. */
export const PASSWORD_SCORE_MIN = 3;
/** As much of it is estimated: what follows takes long and makes it no weaker. */
export const PASSWORD_JUDGED_MAX = 40;
export const NICK_NAME_LENGTH_MAX = 40;
export const FUND_PASSWORD_LENGTH_MIN = 6;
export const FUND_PASSWORD_LENGTH_MAX = 128;
export const ANTI_PHISHING_CODE_LENGTH_MAX = 20;

/** In the part before the @, a control character or half a character is nobody's, and PostgreSQL would not store it. */
const EMAIL =
  /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]{1,64}@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/u;

/** The e-mail under which a user is known, or null when it is none. */
export function normalEmail(text: string): string | null {
  const email = text.trim().normalize('NFKC').toLowerCase();
  return email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) ? email : null;
}

/** What can be said without a dictionary: too short, one's own address, or one letter again and again. */
export function isWeakPassword(password: string, address: string): boolean {
  return (
    [...password].length < PASSWORD_LENGTH_MIN ||
    password.toLowerCase() === address.toLowerCase() ||
    /^(.)\1*$/u.test(password)
  );
}

/** What people call a place like this, and what they come for: the first that a guesser tries here. */
const EXCHANGE_WORDS = [
  'openexchange',
  'exchange',
  'trading',
  'trader',
  'wallet',
  'crypto',
  'bitcoin',
  'ethereum',
  'tether',
  'usdt',
];

/** What a password must not be made of: the address, the words in it, and those of the exchange. */
export function wordsToAvoid(address: string): string[] {
  const words = [address, ...address.split(/[^\p{L}\p{N}]+/u)];
  return [...words.filter((word) => word.length > 2), ...EXCHANGE_WORDS];
}

/** Six digits are enough, since five wrong ones lock it; not six equal ones, nor a run such as 123456 or 654321. */
export function isWeakFundPassword(password: string): boolean {
  const characters = [...password];
  return (
    characters.length < FUND_PASSWORD_LENGTH_MIN ||
    isRun(characters, 0) ||
    isRun(characters, 1) ||
    isRun(characters, -1)
  );
}

/** Whether each character lies `step` after the one before it. */
function isRun(characters: readonly string[], step: number): boolean {
  return characters.every((character, index) => {
    const before = characters[index - 1];
    return before === undefined || codeOf(character) - codeOf(before) === step;
  });
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
