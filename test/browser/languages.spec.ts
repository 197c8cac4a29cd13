/**
 * Every screen in every language, on the phone, where long words have the least room: reached as by a link, and told in
 * one language after the other by the switch in its header. In English with axe. That each can be loaded by itself is
 * seen in `routes.spec.ts`.
 */
import { LANGUAGES } from '../../shared/wire/languages';
import { openGallery, type Gallery } from './support/gallery';
import { STOPS } from './support/screens';

/** Wrong in none of them, and no fault said on the way through them. */
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
