import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { refusal, stubNetwork, success, type Asked } from '../../../../../../test/support/network';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { LogInPage } from './login-page';
import { settle } from '../../../../testing/settle';
import { showPage, testStore } from '../../../../testing/page';

const TOKEN = '/exchange/api/auth/oauth/token';
const BY_CODE = '/exchange/app/account/logInByCode';
const DEMO = '/exchange/app/demo/users';

beforeAll(startLanguage);

async function show(): Promise<void> {
  const store = testStore();
  await showPage(
    store,
    <Routes>
      <Route path="/login" element={<LogInPage />} />
    </Routes>,
    '/login?statusType=0',
  );
}

const email = () => screen.getByRole('textbox', { name: 'Email' });
const password = () => screen.getByLabelText('Password');
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const submit = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await settle();
};
/** Field errors are also announced as alerts, but not in a `p`. */
const refusalShown = () => document.querySelector('p[role="alert"]')?.textContent;
const logIns = (asked: readonly Asked[]) => asked.filter(({ path }) => path === TOKEN);

describe('demo log-in', () => {
  it('lists the demo users and their fund passwords', async () => {
    const users = [
      { role: 'admin', email: 'admin@demo.example', password: 'secret-a' },
      { role: 'user', email: 'alice@demo.example', password: 'secret-b', fundPassword: 'money-word' },
    ];
    stubNetwork({ [DEMO]: () => success({ users }) });
    await show();
    const [admin, alice] = within(screen.getByRole('region', { name: 'Demo users' })).getAllByRole('listitem');
    expect(admin.textContent).toBe('admin@demo.exampleAdmin');
    expect(alice.textContent).toBe('alice@demo.exampleTraderFund password money-word');
  });
});

describe('log-in page', () => {
  it('validates both fields before sending', async () => {
    const asked = stubNetwork({ [DEMO]: () => success({ users: [] }) });
    await show();
    await submit();
    await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(2));
    expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
    fill(email(), 'nobody');
    fireEvent.blur(email());
    await settle();
    await screen.findByText('Please enter a valid email address.');
    await submit();
    expect(logIns(asked)).toHaveLength(0);
  });

  it('shows the refusal until an input changes', async () => {
    const asked = stubNetwork({
      [DEMO]: () => success({ users: [] }),
      [TOKEN]: () => refusal(200, 'login.failed', 'Wrong, sorry.'),
    });
    await show();
    fill(email(), ' me@test.example ');
    // A password may contain any character, including spaces.
    fill(password(), '   ');
    await submit();
    await waitFor(() => expect(refusalShown()).toBe('Wrong, sorry.'));
    expect(new URLSearchParams(logIns(asked)[0].body).get('username')).toBe('me@test.example');
    fill(password(), 'another');
    await settle();
    expect(refusalShown()).toBe('');
  });

  it('shows a Caps Lock hint and can reveal the password', async () => {
    stubNetwork({ [DEMO]: () => success({ users: [] }) });
    await show();
    const hint = () => screen.queryByText('Caps Lock is on.');
    fireEvent.keyDown(password(), { key: 'A', modifierCapsLock: true });
    expect(hint()).toBeTruthy();
    fireEvent.keyUp(password(), { key: 'CapsLock' });
    expect(hint()).toBeNull();
    fireEvent.keyDown(password(), { key: 'A', modifierCapsLock: true });
    fireEvent.blur(password());
    await settle();
    expect(hint()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password().getAttribute('type')).toBe('text');
  });

  it('asks for the authenticator code on request, without an error', async () => {
    const asked = stubNetwork({
      [DEMO]: () => success({ users: [] }),
      [TOKEN]: ({ body }) =>
        new URLSearchParams(body).has('code')
          ? refusal(200, 'google.code.wrong', 'Not that one.')
          : refusal(200, 'google.code.required', 'Please enter the code.'),
    });
    await show();
    fill(email(), 'me@test.example');
    fill(password(), 'correct-horse-battery');
    await submit();
    const code = await screen.findByRole('textbox', { name: 'Authenticator code' });
    expect(screen.queryByText('Please enter the code.')).toBeNull();
    fill(code, ' 123456 ');
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Not that one.');
    expect(code.getAttribute('aria-invalid')).toBe('true');
    expect(Object.fromEntries(new URLSearchParams(logIns(asked)[1].body))).toEqual({
      grant_type: 'password',
      username: 'me@test.example',
      password: 'correct-horse-battery',
      code: '123456',
    });
    fireEvent.click(screen.getByRole('button', { name: 'Back to log-in' }));
    await settle();
    expect(email()).toBeTruthy();
  });

  it('accepts a phone number with country, and a code instead of the password', async () => {
    const asked = stubNetwork({
      [DEMO]: () => success({ users: [] }),
      [BY_CODE]: () => refusal(200, 'verification.code.error', 'No such code.'),
    });
    await show();
    fireEvent.click(screen.getByRole('radio', { name: 'Phone' }));
    fireEvent.click(screen.getByRole('button', { name: 'Log in with a code' }));
    await settle();
    fill(screen.getByRole('textbox', { name: 'Phone' }), '2025550143');
    fill(screen.getByRole('textbox', { name: 'Verification code' }), '123456');
    await submit();
    await screen.findByText('No such code.');
    const sent = asked.find(({ path }) => path === BY_CODE);
    expect(JSON.parse(sent?.body ?? '')).toEqual({ channel: 'phone', address: '+12025550143', code: '123456' });
  });
});
