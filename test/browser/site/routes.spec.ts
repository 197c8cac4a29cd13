/**
 * Every screen in English on the desktop (dark theme), each loaded by itself, with axe. `languages.spec.ts` checks the
 * phone (light theme); `npm run test:matrix` checks all languages with axe and both themes on both devices.
 */
import { openGallery, type Gallery } from '../support/gallery';
import { STOPS } from '../support/screens';

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
