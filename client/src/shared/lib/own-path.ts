/** Paths of this site, and nothing else, to come back to after the log-in. */
const BASE = 'https://own.invalid';

/** The path when it leads to a page of ours; home when it leads elsewhere, is none or leads back to the entrance. */
export function ownPath(text: string | null): string {
  // Browsers take a backslash for a slash and drop line breaks: what is left must still be ours.
  if (text === null || !text.startsWith('/') || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, BASE)) return '/';
  const { origin, pathname, search, hash } = new URL(text, BASE);
  if (origin !== BASE || /^\/(login|register|forget)(\/|$)/.test(pathname)) return '/';
  return `${pathname}${search}${hash}`;
}

/** The log-in that comes back here. */
export function logInPath({ pathname, search = '' }: { pathname: string; search?: string }): string {
  return entryPath('/login', ownPath(`${pathname}${search}`));
}

/** Log-in or registration, which then go on to `from`. */
export function entryPath(path: '/login' | '/register', from: string): string {
  const parameters = new URLSearchParams({ statusType: path === '/login' ? '0' : '1' });
  if (from !== '/') parameters.set('from', from);
  return `${path}?${parameters.toString()}`;
}
