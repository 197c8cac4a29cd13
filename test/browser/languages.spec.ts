/**
 * Every screen in every language, on the phone, where long words have the least room: reached as by a link, and told in
 * one language after the other by the switch in its header. In English with axe. That each can be loaded by itself is
 * seen in `routes.spec.ts`.
 */
import { LANGUAGES } from '../../shared/wire/languages';
import { openGallery, type Gallery } from './support/gallery';
import { STOPS } from './support/screens';

const PATHS = STOPS.map((stop): [string, typeof stop] => [stop.path, stop]);

describe('every screen', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  });
  afterAll(() => gallery?.close());

  describe.each(PATHS)('%s', (_path, stop) => {
    it.each(LANGUAGES)('in %s', async (language) => {
      const withAxe = language === 'en';
      expect(await gallery.switched(stop, { device: 'phone', language }, { withAxe })).toEqual([]);
    });
  });
});
