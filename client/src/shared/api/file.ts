/** A file of the exchange that only its holder may see: asked for with the ticket, which an address alone cannot carry. */
import { currentLanguage } from '../i18n/i18n';
import { dataOf, type Fault } from './envelope';
import { isSessionKept, sessionOf, type Page } from './session';

/** The file, or why it did not come. `address` is that of a row. */
export async function fileOf(
  page: Page,
  address: string,
  signal: AbortSignal,
): Promise<{ file: Blob } | { error: Fault }> {
  if (!isSessionKept(page)) return { error: { cause: 'superseded' } };
  const ticket = sessionOf(page)?.ticket ?? null;
  const headers = { lang: currentLanguage(), ...(ticket === null ? {} : { ticket }) };
  try {
    const request = new Request(new URL(address, location.href), {
      headers,
      credentials: 'same-origin',
      signal,
    });
    const response = await fetch(request);
    // A refusal is an envelope as ever.
    if (!response.headers.get('content-type')?.includes('json')) return { file: await response.blob() };
    const opened = dataOf(await response.json());
    return 'error' in opened ? opened : { error: {} };
  } catch {
    return { error: { cause: 'network' } };
  }
}
