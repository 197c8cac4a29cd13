/**
 * Categories of stored personal data, their purpose and retention. The privacy policy has a row for each in every
 * language; the sweep deletes those with a retention in days.
 */

/**
 * - `days`: swept this many days after the time in the column that the register names.
 * - `account`: until the account is erased.
 * - `journal`: as long as the journal, which deletes nothing; the journal itself contains only user ids.
 * - `duty`: actions of staff, and records that prevent an erased account from returning: never deleted by the program.
 */
export type Age = { kind: 'days'; days: number } | { kind: 'account' } | { kind: 'journal' } | { kind: 'duty' };

export interface Category {
  /** Title in the English policy. */
  title: string;
  purpose: string;
  age: Age;
}

const days = (count: number) => ({ kind: 'days', days: count }) as const satisfies Age;

/** In order of the policy. */
export const CATEGORIES = {
  profile: {
    title: 'Profile: e-mail address, phone number, nickname, nationality, language, who invited you',
    purpose: 'to know whose account it is and to reach you',
    age: { kind: 'account' },
  },
  protection: {
    title: 'Protection: hashes of passwords and recovery codes, keys of authenticators and passkeys',
    purpose: 'to let nobody else in',
    age: { kind: 'account' },
  },
  settings: {
    title: 'Settings: starred markets, layouts, what is switched on',
    purpose: 'to show you the screens as you like them',
    age: { kind: 'account' },
  },
  verification: {
    title: 'Verification: name, nationality, document number and photos, all but the nationality encrypted',
    purpose: 'to keep out fraud and accounts in a stranger’s name',
    age: { kind: 'account' },
  },
  bankCards: {
    title: 'Bank cards: bank, number and name, the latter two encrypted',
    purpose: 'to pay legal currency to you alone',
    age: { kind: 'account' },
  },
  addresses: {
    title: 'Withdrawal addresses, how you named them, and whose they are, the latter encrypted',
    purpose: 'to pay coins where you want them, and to know whose wallet larger amounts go to, as the law asks',
    age: { kind: 'account' },
  },
  logIns: {
    title: 'Log-ins: time, network address, browser, a hash of the ticket',
    purpose: 'to show you who was in, and to recognise new devices',
    age: days(90),
  },
  attempts: {
    title: 'Codes that were asked for and wrong tries, with address and network address',
    purpose: 'to slow down whoever guesses',
    age: days(7),
  },
  messages: {
    title: 'Messages of the message centre',
    purpose: 'to tell you what happened',
    age: days(730),
  },
  feedback: {
    title: 'Feedback and reported deposits: text, transaction, contact, a hash of the sender’s network address',
    purpose: 'to answer you and to mend faults',
    age: days(365),
  },
  letters: {
    title: 'Mails and text messages that could not leave because no gateway is set up; in the demo alone',
    purpose: 'to show codes where there is no mail',
    age: days(30),
  },
  trading: {
    title: 'Orders, trades, products, deposits, withdrawals and balances, by user number',
    purpose: 'to carry them out and to let anyone check the books',
    age: { kind: 'journal' },
  },
  desk: {
    title: 'What staff looked at and did, with the reason; fingerprints of verified documents; holds and erasures',
    purpose: 'to hold staff to account, and to keep one person to one account',
    age: { kind: 'duty' },
  },
} as const satisfies Record<string, Category>;

export type CategoryName = keyof typeof CATEGORIES;
