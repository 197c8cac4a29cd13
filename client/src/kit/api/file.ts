/** Downloads of private files: requested with the ticket, which a plain link cannot carry. */
import { currentLanguage } from '../i18n/i18n';
import { dataOf, type Fault } from './envelope';
import { ensureCurrentSession, sessionOf, type Page } from './session';

/** Returns the file, or the fault. `address` is the URL of a route. */
export async function fileOf(
  page: Page,
  address: string,
  signal: AbortSignal,
): Promise<{ file: Blob } | { error: Fault }> {
  if (!ensureCurrentSession(page)) return { error: { cause: 'superseded' } };
  const ticket = sessionOf(page)?.ticket ?? null;
  const headers = { lang: currentLanguage(), ...(ticket === null ? {} : { ticket }) };
  try {
    const request = new Request(new URL(address, location.href), {
      headers,
      credentials: 'same-origin',
      signal,
    });
    const response = await fetch(request);
    // A refusal comes in an envelope.
    if (!response.headers.get('content-type')?.includes('json')) return { file: await response.blob() };
    const result = dataOf(await response.json());
    return 'error' in result ? result : { error: {} };
  } catch {
    return { error: { cause: 'network' } };
  }
}
