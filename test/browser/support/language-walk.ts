/**
 * Every screen in the languages given, on the phone, where long words have the least room, and reached as by a link: that
 * each can be loaded by itself is seen in English.
 */
import type { Language } from '../../../shared/wire/languages';
import { openGallery, type Gallery } from './gallery';
import { STOPS } from './screens';

const PATHS = STOPS.map((stop): [string, typeof stop] => [stop.path, stop]);

export function walkEveryScreenIn(languages: readonly Language[]): void {
  describe('every screen', () => {
    let gallery: Gallery;
    beforeAll(async () => {
      gallery = await openGallery();
    });
    afterAll(() => gallery?.close());

    describe.each(languages)('in %s', (language) => {
      it.each(PATHS)('%s', async (_path, stop) => {
        expect(await gallery.findings(stop, { device: 'phone', language }, { byLink: true })).toEqual([]);
      });
    });
  });
}
