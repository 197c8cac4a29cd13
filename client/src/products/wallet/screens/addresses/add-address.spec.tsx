import { fireEvent, screen } from '@testing-library/react';
import { stubNetwork, success } from '../../../../../../test/support/network';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { press, showPage, testStore } from '../../../../testing/page';
import { settle } from '../../../../testing/settle';
import { AddAddress } from './add-address';

const ACCOUNT = { email: 'a***@example.com', phone: null, fundPassword: true, authenticator: false, passkeys: 0 };

beforeAll(startLanguage);

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

it('an ownership text is replaced when the address changes', async () => {
  let at = 0;
  stubNetwork({
    '/exchange/app/security/overview': () => success(ACCOUNT),
    '/exchange/app/withdraw/ownershipMessage': () => success({ message: `text ${++at}`, at }),
  });
  await showPage(testStore(), <AddAddress onClose={() => undefined} />);
  type('Address', '0xaaa');
  fireEvent.click(screen.getByLabelText('My own wallet'));
  await settle();
  await press('Show the text');
  type('Signature', '0x11');
  expect(screen.getByText('text 1')).toBeTruthy();
  type('Address', '0xbbb');
  await settle();
  expect(screen.queryByText('text 1')).toBeNull();
  await press('Show the text');
  expect(screen.getByText('text 2')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Signature').value).toBe('');
});
