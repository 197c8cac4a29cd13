/**
 * Every screen in every language on both devices with axe, and its colours in both themes: the full set that
 * `routes.spec.ts` and `languages.spec.ts` sample.
 */
import { LANGUAGES } from '../../../shared/wire/languages';
import { openGallery, type Gallery } from '../support/gallery';
import { STOPS } from '../support/screens';
import { DEVICES, type Device } from '../support/visit';

const PATHS = STOPS.map((stop): [string, typeof stop] => [stop.path, stop]);
const LOOKS = LANGUAGES.flatMap((language) =>
  (Object.keys(DEVICES) as Device[]).map((device) => ({ language, device })),
);

describe.each(LOOKS)('every screen in $language on the $device', (look) => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  });
  afterAll(() => gallery?.close());

  it.each(PATHS)('%s', async (_path, stop) => {
    expect(await gallery.loaded(stop, look, { withAxe: true, withBothThemes: look.language === 'en' })).toEqual([]);
  });
});
