const YEAR_S = 365 * 24 * 3_600;

/** The value of a cookie in the text of `document.cookie`. */
export function cookieIn(cookies: string, name: string): string | undefined {
  const prefix = `${name}=`;
  return cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Cookie text for the whole site, valid for one year. */
export function cookieText(name: string, value: string): string {
  return `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`;
}
