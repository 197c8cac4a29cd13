/**
 * Every screen in every language on the phone, which has the least room for long words. Screens are reached by link;
 * the header's switch changes the language. English is checked with axe too. `routes.spec.ts` loads each screen by
 * itself.
 */
import { LANGUAGES } from '../../../shared/wire/languages';
import { openGallery, type Gallery } from '../support/gallery';
import { STOPS } from '../support/screens';

/** No findings in any language, and no errors on the way. */
const NOTHING = Object.fromEntries([...LANGUAGES, 'said'].map((name) => [name, []]));
const PATHS = STOPS.map((stop): [string, typeof stop] => [stop.path, stop]);

describe('every screen', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  });
  afterAll(() => gallery?.close());

  it.each(PATHS)('%s', async (_path, stop) => {
    expect(await gallery.told(stop, 'phone')).toEqual(NOTHING);
  });
});
