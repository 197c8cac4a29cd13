/**
 * Every screen in English on the desktop, each loaded by itself, with axe, and its colours in both themes. On the phone they
 * are seen by `languages.spec.ts`; all languages with axe on both are `npm run test:matrix`.
 */
import { openGallery, type Gallery } from './support/gallery';
import { STOPS } from './support/screens';

const PATHS = STOPS.map((stop): [string, typeof stop] => [stop.path, stop]);

describe('every screen', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  });
  afterAll(() => gallery?.close());

  it.each(PATHS)('%s', async (_path, stop) => {
    const look = { device: 'desktop', language: 'en' } as const;
    expect(await gallery.loaded(stop, look, { withAxe: true, withBothThemes: true })).toEqual([]);
  });
});
