/**
 * Permitted targets of links by staff: a page of the exchange, or an https page elsewhere. In articles and banners the
 * outside host must be on a list that two members of staff confirmed.
 */

export const LINK_LENGTH_MAX = 300;

/** Exactly one slash at the start: two lead to another host, and so does a backslash in some browsers. */
const OWN_PATH = /^\/(?![/\\])[^\s\\<>"'`]*$/;
/** No user name or password before the host, since they only serve to deceive. */
const SECURE = /^https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)([/?#][^\s\\<>"'`]*)?$/i;
const CHAPTER = /^#[A-Za-z0-9_-]+$/;
const EMAIL = /^[^\s@<>"'`:/?#&]+@[^\s@<>"'`:/?#&]+\.[^\s@<>"'`:/?#&]+$/;
const MAILBOX = 'mailto:';
/** An ASCII host name: no IP address, and no punycode, which may display look-alike letters. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?$/;
const PUNYCODE = /(?:^|\.)xn--/i;
/** Invisible characters, and direction controls. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
/**
 * Pages that ask for or change passwords and second factors. A link in a text must not lead there, since the reader may
 * not know its author.
 */
const SENSITIVE_PATHS = /^\/(?:accountset\/security|forget|outbox|recover|securitylink)/;
/** Paths that a browser normalises: `..`, `.` and empty segments. */
const NON_CANONICAL_PATH = /\/(?:\.{0,2}\/|\.{1,2}$)|\\/;

/** A scheme, an `@`, a host, or four numbers with points between them, anywhere in a text. */
const ADDRESSES = [
  /[a-z][a-z0-9+.-]*:\/\//i,
  /\b(?:mailto|tel|tg|data|javascript):/i,
  /@/,
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]+)(?![\p{L}\p{N}-])/iu,
  /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/,
];

export type LinkHosts = readonly string[];
/** `markup.host`: the link would be permitted if its host were on the list. */
export type LinkFault = 'markup.link' | 'markup.host';

export function isOwnPath(link: string): boolean {
  return link.length <= LINK_LENGTH_MAX && OWN_PATH.test(link) && isPlainPath(link);
}

export function isSecureLink(link: string): boolean {
  return hostOf(link) !== null;
}

export function isEmailAddress(text: string): boolean {
  return text.length <= LINK_LENGTH_MAX && EMAIL.test(text) && !UNSEEN.test(text) && !PUNYCODE.test(domainOf(text));
}

/** For a banner or a setting, where any host is permitted. */
export function isOfferedLink(link: string): boolean {
  return isOwnPath(link) || isSecureLink(link);
}

/** Null if a banner may lead there. */
export function bannerLinkFault(link: string, hosts: LinkHosts): LinkFault | null {
  if (isOwnPath(link)) return null;
  const host = hostOf(link);
  if (host === null) return 'markup.link';
  return hosts.includes(host) ? null : 'markup.host';
}

/** Null if an article may lead there. A mail address counts as a link to its host. */
export function articleLinkFault(link: string, hosts: LinkHosts): LinkFault | null {
  if (CHAPTER.test(link)) return null;
  if (!link.startsWith(MAILBOX)) return bannerLinkFault(link, hosts);
  const address = link.slice(MAILBOX.length);
  if (!isEmailAddress(address)) return 'markup.link';
  return hosts.includes(domainOf(address)) ? null : 'markup.host';
}

export function isArticleLink(link: string, hosts: LinkHosts): boolean {
  return articleLinkFault(link, hosts) === null;
}

/** For a permitted link: whether it leaves the exchange. */
export function isExternalLink(link: string): boolean {
  return !CHAPTER.test(link) && !isOwnPath(link);
}

/**
 * Whether a text by staff to a customer names an outside web page, mailbox or handle. Such texts name pages of the
 * exchange by their path.
 */
export function containsAddress(text: string): boolean {
  const read = text.normalize('NFKC');
  return ADDRESSES.some((address) => address.test(read));
}

/** The setting's format: blanks or commas between hosts. */
export function hostsIn(setting: string): LinkHosts {
  return setting.split(/[\s,]+/).filter((host) => host !== '');
}

export function isHostList(setting: string): boolean {
  return hostsIn(setting).every((host) => HOST.test(host) && !PUNYCODE.test(host));
}

/** Host in lower case, with its port; null unless the link is secure. */
function hostOf(link: string): string | null {
  const [, host = null, path = ''] = (link.length <= LINK_LENGTH_MAX && SECURE.exec(link)) || [];
  if (host === null || PUNYCODE.test(host) || !isPlainPath(path)) return null;
  return host.toLowerCase();
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Whether a path is written without disguise and leads to no guarded page in any spelling. Screens ignore case. */
function isPlainPath(path: string): boolean {
  const decodedPath = decoded(path);
  if (decodedPath === null || UNSEEN.test(decodedPath)) return false;
  const pathname = (decoded(path.split(/[?#]/, 1)[0]) ?? '').toLowerCase();
  return !NON_CANONICAL_PATH.test(pathname) && !SENSITIVE_PATHS.test(pathname);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
