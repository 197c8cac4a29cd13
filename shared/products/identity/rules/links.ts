/**
 * Where a link that staff enter may lead: to a page of the exchange, or to a secure page elsewhere. In articles and banners, elsewhere
 * is what two of staff have put on a list of hosts.
 */

export const LINK_LENGTH_MAX = 300;

/** One slash: two lead to another host, and so does a backslash in some browsers. */
const OWN_PATH = /^\/(?![/\\])[^\s\\<>"'`]*$/;
/** Without a name and password in front of the host, which only deceive. */
const SECURE = /^https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)([/?#][^\s\\<>"'`]*)?$/i;
const CHAPTER = /^#[A-Za-z0-9_-]+$/;
const EMAIL = /^[^\s@<>"'`:/?#&]+@[^\s@<>"'`:/?#&]+\.[^\s@<>"'`:/?#&]+$/;
const MAILBOX = 'mailto:';
/** A name in ASCII: no address in figures, and nothing that is shown in letters which only look like others. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?$/;
const PUNYCODE = /(?:^|\.)xn--/i;
/** What is not seen, or turns the order of what is. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
/** There, passwords and second factors are asked for and changed: whoever is led there by a text may not know by whom. */
const GUARDED = /^\/(?:accountset\/security|forget|outbox|recover|securitylink)/;
/** Where a browser makes another path of it: `..`, `.` and nothing between two slashes. */
const ROUNDABOUT = /\/(?:\.{0,2}\/|\.{1,2}$)|\\/;

/** A scheme, an `@`, a host, or four numbers with points between them, wherever they stand in a text. */
const ADDRESSES = [
  /[a-z][a-z0-9+.-]*:\/\//i,
  /\b(?:mailto|tel|tg|data|javascript):/i,
  /@/,
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]+)(?![\p{L}\p{N}-])/iu,
  /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/,
];

export type LinkHosts = readonly string[];
/** `markup.host`: it would be one if its host were on the list. */
export type LinkFault = 'markup.link' | 'markup.host';

export function isOwnPath(link: string): boolean {
  return link.length <= LINK_LENGTH_MAX && OWN_PATH.test(link) && isPlain(link);
}

export function isSecureLink(link: string): boolean {
  return hostOf(link) !== null;
}

export function isEmailAddress(text: string): boolean {
  return text.length <= LINK_LENGTH_MAX && EMAIL.test(text) && !UNSEEN.test(text) && !PUNYCODE.test(domainOf(text));
}

/** Of a banner or a setting, whatever host it leads to. */
export function isOfferedLink(link: string): boolean {
  return isOwnPath(link) || isSecureLink(link);
}

/** Null: a banner may lead there. */
export function bannerLinkFault(link: string, hosts: LinkHosts): LinkFault | null {
  if (isOwnPath(link)) return null;
  const host = hostOf(link);
  if (host === null) return 'markup.link';
  return hosts.includes(host) ? null : 'markup.host';
}

/** Null: an article may lead there. A mailbox is as far away as its host. */
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

/** Of what may be a link at all: whether whoever follows it is not here any more. */
export function leadsOut(link: string): boolean {
  return !CHAPTER.test(link) && !isOwnPath(link);
}

/**
 * Of a text that one of staff writes to a customer: whether it names a web page, a mailbox or a handle somewhere else. Pages of the
 * exchange are named by their path.
 */
export function namesAddress(text: string): boolean {
  const read = text.normalize('NFKC');
  return ADDRESSES.some((address) => address.test(read));
}

/** As the setting has them, with blanks or commas between them. */
export function hostsIn(setting: string): LinkHosts {
  return setting.split(/[\s,]+/).filter((host) => host !== '');
}

export function isHostList(setting: string): boolean {
  return hostsIn(setting).every((host) => HOST.test(host) && !PUNYCODE.test(host));
}

/** In small letters, with its port; null for what is no secure link. */
function hostOf(link: string): string | null {
  const [, host = null, path = ''] = (link.length <= LINK_LENGTH_MAX && SECURE.exec(link)) || [];
  if (host === null || PUNYCODE.test(host) || !isPlain(path)) return null;
  return host.toLowerCase();
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Shows where it leads, and leads to no page that is guarded, however it is written: screens do not tell capitals apart. */
function isPlain(path: string): boolean {
  const whole = decoded(path);
  if (whole === null || UNSEEN.test(whole)) return false;
  const way = (decoded(path.split(/[?#]/, 1)[0]) ?? '').toLowerCase();
  return !ROUNDABOUT.test(way) && !GUARDED.test(way);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
