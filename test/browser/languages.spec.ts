/** Every screen in every other language, on the phone, where long words have the least room. */
import { LANGUAGES } from '../../shared/wire/languages';
import { openGallery, type Gallery } from './support/gallery';
import { STOPS } from './support/screens';

const PATHS = STOPS.map((stop): [string, typeof stop] => [stop.path, stop]);
const OTHER_LANGUAGES = LANGUAGES.filter((language) => language !== 'en');

describe('every screen', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  });
  afterAll(() => gallery?.close());

  describe.each(OTHER_LANGUAGES)('in %s', (language) => {
    it.each(PATHS)('%s', async (_path, stop) => {
      expect(await gallery.findings(stop, { device: 'phone', language })).toEqual([]);
    });
  });
});
