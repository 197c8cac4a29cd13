/** Where a link that staff enter may lead: to a page of the exchange, to a secure page elsewhere, or to a mailbox. */

export const LINK_LENGTH_MAX = 300;

/** One slash: two lead to another host, and so does a backslash in some browsers. */
const OWN_PATH = /^\/(?![/\\])[^\s\\<>"'`]*$/;
/** Without a name and password in front of the host, which only deceive. */
const SECURE = /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#][^\s\\<>"'`]*)?$/i;
const CHAPTER = /^#[A-Za-z0-9_-]+$/;
const EMAIL = /^[^\s@<>"'`:/?#&]+@[^\s@<>"'`:/?#&]+\.[^\s@<>"'`:/?#&]+$/;
const MAILBOX = 'mailto:';

export function isOwnPath(link: string): boolean {
  return link.length <= LINK_LENGTH_MAX && OWN_PATH.test(link);
}

export function isSecureLink(link: string): boolean {
  return link.length <= LINK_LENGTH_MAX && SECURE.test(link);
}

export function isEmailAddress(text: string): boolean {
  return text.length <= LINK_LENGTH_MAX && EMAIL.test(text);
}

/** Of a banner or a setting. */
export function isOfferedLink(link: string): boolean {
  return isOwnPath(link) || isSecureLink(link);
}

/** In an article. */
export function isArticleLink(link: string): boolean {
  if (isOfferedLink(link) || CHAPTER.test(link)) return true;
  return link.startsWith(MAILBOX) && isEmailAddress(link.slice(MAILBOX.length));
}
