import { fireEvent, screen } from '@testing-library/react';
import { stubNetwork } from '../../../../../../test/support/network';
import { loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { showPage, testStore } from '../../../../testing/page';
import { settle } from '../../../../testing/settle';
import { NEW_BANNER } from './banner-draft';
import { BannerFields } from './banner-fields';
import { PUBLISH_TEXTS } from './publish-texts';

beforeAll(async () => {
  await startLanguage();
  await loadTexts(PUBLISH_TEXTS);
});

it('shows the size limit and the size of a rejected picture, and uploads nothing', async () => {
  const asked = stubNetwork({});
  await showPage(testStore(), <BannerFields draft={NEW_BANNER} fieldErrors={{}} onChange={() => undefined} />);
  expect(screen.getByText(/at most 8\sMB\./)).toBeTruthy();
  const picture = new File(['x'], 'large.png', { type: 'image/png' });
  Object.defineProperty(picture, 'size', { value: 9.5 * 1024 * 1024 });
  fireEvent.change(screen.getByLabelText('Choose a picture'), { target: { files: [picture] } });
  await settle();
  expect(screen.getByRole('status').textContent).toMatch(/^The photo is 9\.5\sMB; at most 8\sMB is taken\./);
  expect(asked.some(({ path }) => path.includes('uploadBannerImage'))).toBe(false);
});
