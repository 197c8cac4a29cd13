import { fireEvent, screen } from '@testing-library/react';
import { refusal, stubNetwork, success } from '../../../../../../test/support/network';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { press, showPage, testStore } from '../../../../testing/page';
import { RecoveryPage } from './recovery-page';

/** All required photos are uploaded. */
jest.mock('../../../../kit/take-photo/use-photos', () => {
  const stored = { phase: 'stored', preview: 'blob:1', photo: '1' };
  const photos = new Proxy({}, { get: () => stored });
  return { usePhotos: () => ({ photos, choose: async () => undefined }) };
});

beforeAll(startLanguage);

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

it('expired account recovery restarts and shows why', async () => {
  const why = 'This took too long. Please start again.';
  stubNetwork({
    '/exchange/app/recovery/begin': () => success({ token: 'token' }),
    '/exchange/app/recovery/submit': () => refusal(200, 'recovery.not.found', why),
  });
  await showPage(testStore(), <RecoveryPage />);
  const begin = async () => {
    type('Email or phone number of the account', 'me@example.com');
    type('Email', 'new@example.com');
    type('Verification code', '123456');
    await press('Continue');
  };
  await begin();
  await press('Send to our staff');
  expect(screen.getByText(why).getAttribute('role')).toBe('alert');
  expect(screen.getByLabelText('Email or phone number of the account')).toBeTruthy();
  await begin();
  expect(screen.queryByText(why)).toBeNull();
});
