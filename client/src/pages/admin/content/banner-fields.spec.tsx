import { fireEvent, screen } from '@testing-library/react';
import { stubNetwork } from '../../../../../test/support/network';
import { needTexts, startLanguage } from '../../../shared/i18n/i18n';
import { showPage, testStore } from '../../../testing/page';
import { settle } from '../../../testing/settle';
import { NEW_BANNER } from './banner-draft';
import { BannerFields } from './banner-fields';
import { PUBLISH_TEXTS } from './publish-texts';

beforeAll(async () => {
  await startLanguage();
  await needTexts(PUBLISH_TEXTS);
});

it('tells the limit of a picture, and of one that is too heavy its size, and sends nothing', async () => {
  const asked = stubNetwork({});
  await showPage(testStore(), <BannerFields draft={NEW_BANNER} wrong={{}} onChange={() => undefined} />);
  expect(screen.getByText(/at most 8\sMB\./)).toBeTruthy();
  const picture = new File(['x'], 'large.png', { type: 'image/png' });
  Object.defineProperty(picture, 'size', { value: 9.5 * 1024 * 1024 });
  fireEvent.change(screen.getByLabelText('Choose a picture'), { target: { files: [picture] } });
  await settle();
  expect(screen.getByRole('status').textContent).toMatch(/^The photo is 9\.5\sMB; at most 8\sMB is taken\./);
  expect(asked.some(({ path }) => path.includes('uploadBannerImage'))).toBe(false);
});
