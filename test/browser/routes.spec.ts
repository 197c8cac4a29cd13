/**
 * Every screen in English on the desktop, which is dark, each loaded by itself, with axe. On the phone, which is light, they
 * are seen by `languages.spec.ts`; all languages with axe on both, and colours in both themes, are `npm run test:matrix`.
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
    expect(await gallery.loaded(stop, { device: 'desktop', language: 'en' }, { withAxe: true })).toEqual([]);
  });
});
