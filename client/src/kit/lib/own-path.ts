/** Return paths for the log-in, limited to this site. */
const BASE = 'https://own.invalid';

/** The path if it is one of ours; the home page for foreign, missing or log-in paths. */
export function ownPath(text: string | null): string {
  // Browsers treat a backslash as a slash and drop line breaks, so the resolved URL is checked.
  if (text === null || !text.startsWith('/') || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, BASE)) return '/';
  const { origin, pathname, search, hash } = new URL(text, BASE);
  if (origin !== BASE || /^\/(login|register|forget)(\/|$)/.test(pathname)) return '/';
  return `${pathname}${search}${hash}`;
}

/** Log-in URL that returns here. */
export function logInPath({ pathname, search = '' }: { pathname: string; search?: string }): string {
  return entryPath('/login', ownPath(`${pathname}${search}`));
}

/** Log-in or registration URL that continues to `from`. */
export function entryPath(path: '/login' | '/register', from: string): string {
  const parameters = new URLSearchParams({ statusType: path === '/login' ? '0' : '1' });
  if (from !== '/') parameters.set('from', from);
  return `${path}?${parameters.toString()}`;
}
