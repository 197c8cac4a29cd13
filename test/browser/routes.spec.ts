/** Every screen in English, on desktop and phone, with axe. All languages with axe are `npm run test:matrix`. */
import { openGallery, type Gallery } from './support/gallery';
import { STOPS } from './support/screens';

const PATHS = STOPS.map((stop): [string, typeof stop] => [stop.path, stop]);

describe('every screen', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  });
  afterAll(() => gallery?.close());

  describe.each(['desktop', 'phone'] as const)('on the %s', (device) => {
    it.each(PATHS)('%s', async (_path, stop) => {
      expect(await gallery.findings(stop, { device, language: 'en' }, { withAxe: true })).toEqual([]);
    });
  });
});
