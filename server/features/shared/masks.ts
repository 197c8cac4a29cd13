/** What of an address or a number may stand on a screen that somebody else sees. */

const SHOWN_AT_END = 4;
const SHOWN_AT_START = 2;

/** `so***@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(SHOWN_AT_START, at - 1))}***${email.slice(at)}`;
}

/** `+81****5678`. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, SHOWN_AT_START + 1)}****${phone.slice(-SHOWN_AT_END)}`;
}

/** `**** 7894`. */
export function maskedCard(lastFour: string): string {
  return `**** ${lastFour}`;
}
