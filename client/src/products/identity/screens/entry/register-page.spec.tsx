import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { DEMO_CONFIG } from '../../../../../../shared/rules/site-config';
import { refusal, stubNetwork, success, type Asked } from '../../../../../../test/support/network';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { RegisterPage } from './register-page';
import { settle } from '../../../../testing/settle';
import { showPage, testStore } from '../../../../testing/page';

const REGISTER = '/exchange/app/account/register';
const SEND = '/exchange/app/account/sendCode';
const TERMS = '/exchange/app/account/registrationTerms';
const GOOD = 'correct-horse-battery';

beforeAll(startLanguage);

async function show(address = '/register?statusType=1'): Promise<void> {
  const store = testStore();
  await showPage(
    store,
    <Routes>
      <Route path="/register" element={<RegisterPage />} />
    </Routes>,
    address,
  );
}

const email = () => screen.getByRole('textbox', { name: 'Email' });
const password = () => screen.getByLabelText('Password');
const repeat = () => screen.getByLabelText('Repeat password');
const code = () => screen.getByRole('textbox', { name: 'Verification code' });
const leave = async (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
  await settle();
};
/** Required fields. */
const needs = () => [...document.querySelectorAll<HTMLInputElement>('input[aria-required="true"]')];
const submit = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await settle();
};
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const bodyOf = (asked: readonly Asked[], at: string) =>
  JSON.parse(asked.find(({ path }) => path === at)?.body ?? '{}') as Record<string, unknown>;
const says = (text: string) => screen.findByText(text);
const saysNoMore = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull());

const WEAK = 'The password is too easy to guess. Choose a longer one of several unrelated words.';
const DIFFER = 'The two passwords do not match.';

describe('registration page', () => {
  it('validates required fields before sending', async () => {
    const asked = stubNetwork({});
    await show();
    await submit();
    const needed = needs();
    expect(needed.length).toBeGreaterThanOrEqual(3);
    await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(needed.length));
    await says('Please agree to the user agreement to register.');
    fireEvent.click(screen.getByRole('checkbox'));
    await settle();
    await saysNoMore('Please agree to the user agreement to register.');
    expect(asked.filter(({ path }) => path === REGISTER)).toHaveLength(0);
  });

  it('validates a field on blur by the exchange’s rules', async () => {
    stubNetwork({});
    await show();
    await leave(email(), 'me@');
    await says('Please enter a valid email address.');
    await leave(email(), 'somebody@test.example');
    await saysNoMore('Please enter a valid email address.');
    for (const weak of ['short', 'password123', 'somebody@test.example']) {
      await leave(password(), weak);
      await says(WEAK);
    }
    await leave(password(), GOOD);
    await saysNoMore(WEAK);
  });

  it('compares the passwords, even if the first changes later', async () => {
    stubNetwork({});
    await show();
    await leave(password(), GOOD);
    await leave(repeat(), `${GOOD}!`);
    await says(DIFFER);
    await leave(password(), `${GOOD}!`);
    await saysNoMore(DIFFER);
  });

  it('links to agreement, privacy policy and risks in a new tab', async () => {
    const risk = 'https://test.example/risk';
    stubNetwork({
      '/exchange/app/systemConfig/getAll': () => success({ values: { ...DEMO_CONFIG, link_risk: risk } }),
    });
    await show();
    const way = await screen.findByRole('link', { name: 'Risk disclosure' });
    expect(['href', 'rel'].map((name) => way.getAttribute(name))).toEqual([risk, 'noopener noreferrer']);
    for (const name of ['User agreement', 'Privacy policy'])
      expect(screen.getByRole('link', { name }).getAttribute('target')).toBe('_blank');
  });

  it('shows a refusal at its field', async () => {
    stubNetwork({ [REGISTER]: () => refusal(200, 'account.already.registered', 'Somebody has it.') });
    await show();
    await leave(email(), 'somebody@test.example');
    await leave(password(), GOOD);
    await leave(repeat(), GOOD);
    for (const other of needs().filter(({ value }) => value === '')) await leave(other, '123456');
    fireEvent.click(screen.getByRole('checkbox'));
    await submit();
    await says('Somebody has it.');
    expect(email().getAttribute('aria-invalid')).toBe('true');
  });

  it('sends a code only to a valid address, then counts down', async () => {
    const asked = stubNetwork({ [SEND]: () => success({ resendSeconds: 60, expiresSeconds: 600 }) });
    await show();
    await leave(email(), 'me@');
    await press('Send code');
    expect(asked.filter(({ path }) => path === SEND)).toHaveLength(0);
    await leave(email(), 'somebody@test.example');
    await press('Send code');
    await screen.findByRole('button', { name: /^Again in \d+ s$/ });
    expect(bodyOf(asked, SEND)).toEqual({ purpose: 'register', channel: 'email', address: 'somebody@test.example' });
  });

  it('uses the invitation code of the link and omits empty fields', async () => {
    const asked = stubNetwork({ [REGISTER]: () => refusal(200, 'invitation.code.invalid', 'Whose is that?') });
    await show('/register?invite=FRIEND7');
    await leave(email(), 'somebody@test.example');
    await leave(code(), '123456');
    await leave(password(), GOOD);
    await leave(repeat(), GOOD);
    fireEvent.click(screen.getByRole('checkbox'));
    await submit();
    await says('Whose is that?');
    const { clientId, ...sent } = bodyOf(asked, REGISTER);
    expect(clientId).toEqual(expect.any(String));
    expect(sent).toEqual({
      channel: 'email',
      address: 'somebody@test.example',
      code: '123456',
      password: GOOD,
      agreement: true,
      invitationCode: 'FRIEND7',
    });
  });

  it('requires an invitation if configured, and offers only available channels', async () => {
    stubNetwork({ [TERMS]: () => success({ channels: ['phone'], invitationRequired: true }) });
    await show();
    await screen.findByRole('textbox', { name: 'Invitation code' });
    expect(screen.queryByRole('radio')).toBeNull();
    await leave(screen.getByRole('textbox', { name: 'Phone' }), '12');
    await says('Please enter a valid phone number with its country code, such as +81.');
  });
});
