/** Rules for registration data, shared by the form and the server. */
export const EMAIL_LENGTH_MAX = 254;
/** For new passwords; older ones remain valid. */
export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 128;
/** The minimum estimate of a new password, from 0 to 4. */
export const PASSWORD_SCORE_MIN = 3;
/** Only this many characters are estimated. More would take long and cannot make the password weaker. */
export const PASSWORD_JUDGED_MAX = 40;
export const NICK_NAME_LENGTH_MAX = 40;
export const FUND_PASSWORD_LENGTH_MIN = 6;
export const FUND_PASSWORD_LENGTH_MAX = 128;
export const ANTI_PHISHING_CODE_LENGTH_MAX = 20;

/** The part before the @ must not contain control characters or lone surrogates, which PostgreSQL cannot store. */
const EMAIL =
  /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]{1,64}@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/u;

/** The normalised e-mail, or null if the text is not an e-mail. */
export function normalEmail(text: string): string | null {
  const email = text.trim().normalize('NFKC').toLowerCase();
  return email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) ? email : null;
}

/** Checks without a dictionary: too short, the user's own address, or one repeated letter. */
export function isWeakPassword(password: string, address: string): boolean {
  return (
    [...password].length < PASSWORD_LENGTH_MIN ||
    password.toLowerCase() === address.toLowerCase() ||
    /^(.)\1*$/u.test(password)
  );
}

/** Words related to an exchange, which attackers guess first here. */
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

/** A password must not consist of these words: the address, its parts, and the exchange's words. */
export function wordsToAvoid(address: string): string[] {
  const words = [address, ...address.split(/[^\p{L}\p{N}]+/u)];
  return [...words.filter((word) => word.length > 2), ...EXCHANGE_WORDS];
}

/**
 * Six digits are enough, since five wrong ones lock it. Six equal digits and runs such as 123456 or 654321 are
 * rejected.
 */
export function isWeakFundPassword(password: string): boolean {
  const characters = [...password];
  return (
    characters.length < FUND_PASSWORD_LENGTH_MIN ||
    isRun(characters, 0) ||
    isRun(characters, 1) ||
    isRun(characters, -1)
  );
}

/** Whether each character differs from the one before it by `step`. */
function isRun(characters: readonly string[], step: number): boolean {
  return characters.every((character, index) => {
    const before = characters[index - 1];
    return before === undefined || codeOf(character) - codeOf(before) === step;
  });
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
