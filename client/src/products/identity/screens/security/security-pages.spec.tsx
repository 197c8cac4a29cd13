import { startRegistration } from '@simplewebauthn/browser';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import type { UserInfo } from '../../../../../../shared/products/identity/account';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { refusal, stubNetwork, success, type Asked } from '../../../../../../test/support/network';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { sessionApi } from '../../../../kit/entities/session/session-api';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { AuthenticatorPage } from './factors/authenticator-page';
import { BindEmailPage, BindPhonePage } from './bind-page';
import { FundPasswordPage } from './fund-password-page';
import { OwnLimits } from './own-limits';
import { WithOverview } from './parts/panel';
import { PasskeysPage } from './factors/passkeys-page';
import { PersonalPage } from './personal-page';
import { SettingsLock } from './settings-lock';
import { TradingFactor } from './trading-factor';
import { settle } from '../../../../testing/settle';
import { showPage, testStore } from '../../../../testing/page';

jest.mock('@simplewebauthn/browser');

const AT = '/exchange/app/security';
const OVERVIEW: SecurityOverview = {
  userId: 10_000_007,
  nickName: 'Alice',
  nationality: null,
  language: 'en',
  creditScore: 70,
  registeredAt: 0,
  safetyLevel: 'low',
  verified: false,
  frozen: false,
  phone: null,
  email: 'al***@test.example',
  codeLogIn: true,
  settingsLockedUntil: null,
  tradingFactor: false,
  ownLimits: { limit: null, delayHours: 0, next: null },
  authenticator: false,
  authenticators: 0,
  heldUntil: null,
  recoveryCodesLeft: 0,
  passkeys: 0,
  fundPassword: false,
  fundPasswordLockedUntil: null,
  antiPhishingCode: null,
  approvesDevices: false,
  securityChangedAt: null,
  withdrawalLimit: '1000',
  limitBindings: 1,
  withdrawalLimits: [
    { bindings: 1, limit: '1000', verifiedLimit: '10000' },
    { bindings: 2, limit: '5000', verifiedLimit: '50000' },
    { bindings: 3, limit: '20000', verifiedLimit: '200000' },
    { bindings: 4, limit: '50000', verifiedLimit: '500000' },
  ],
};

const USER = '/exchange/app/account/getUserInfo';
const ALICE = { userId: 7, userName: 'alice@test.example', nickName: 'Alice', invitationCode: 'K3V9QZ' } as UserInfo;

beforeAll(async () => {
  await startLanguage();
  // jsdom has no `matchMedia`.
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as unknown as MediaQueryList;
});

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}

let store: ReturnType<typeof testStore>;

async function show(
  Page: ComponentType,
  overview: Partial<SecurityOverview>,
  answers: Parameters<typeof stubNetwork>[0] = {},
  user: UserInfo | null = null,
): Promise<Asked[]> {
  const asked = stubNetwork({ [`${AT}/overview`]: () => success({ ...OVERVIEW, ...overview }), ...answers });
  store = testStore();
  if (user) await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(
    store,
    <>
      <Place />
      <Routes>
        <Route path="/here" element={<Page />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    '/here',
  );
  return asked;
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const bodyOf = (asked: readonly Asked[], path: string) =>
  JSON.parse(asked.find((one) => one.path === `${AT}/${path}`)?.body ?? 'null') as unknown;
const isBack = () => waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/accountSet/security'));

describe('personal centre', () => {
  it('shows level, limits and protections, each with its action', async () => {
    await show(PersonalPage, {});
    expect(screen.getByText('Set up at least two protections to reach the middle level.')).toBeTruthy();
    const limits = screen.getByRole('table');
    expect(within(limits).getByText('1,000 USDT').dataset.current).toBe('true');
    expect(screen.getByText('al***@test.example')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set up: Phone number' }).getAttribute('href')).toBe(
      '/accountSet/bindPhone',
    );
    expect(screen.getByRole('link', { name: 'Verify now: Identity verification' })).toBeTruthy();
  });

  it('shows the user name and copies the invitation code', async () => {
    const written = jest.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: written } });
    await show(PersonalPage, {}, { [USER]: () => success(ALICE) }, ALICE);
    expect(screen.getByText('alice@test.example')).toBeTruthy();
    await press('Copy invitation code');
    expect(written).toHaveBeenCalledWith('K3V9QZ');
  });

  it('changes the nickname; Esc cancels', async () => {
    const asked = await show(PersonalPage, {}, { [`${AT}/setNickName`]: () => success(null) });
    await press('Change the nickname');
    fireEvent.keyDown(screen.getByLabelText('Nickname'), { key: 'Escape' });
    await press('Change the nickname');
    fireEvent.change(screen.getByLabelText('Nickname'), { target: { value: ' Al ' } });
    await press('Save');
    expect(bodyOf(asked, 'setNickName')).toEqual({ nickName: 'Al' });
  });

  it('shows why loading failed and retries', async () => {
    let isUp = false;
    await show(
      PersonalPage,
      {},
      {
        [`${AT}/overview`]: () => (isUp ? success(OVERVIEW) : refusal(503, 'system.busy', 'Busy.')),
      },
    );
    expect(screen.getByText('Busy.')).toBeTruthy();
    isUp = true;
    await press('Try again');
    expect(screen.getByText('Safety level', { selector: 'h2' })).toBeTruthy();
  });
});

describe('e-mail change', () => {
  it('needs a code from the old and the new address', async () => {
    const asked = await show(
      BindEmailPage,
      {},
      {
        [`${AT}/sendCode`]: () => success({ address: 'x', resendSeconds: 60 }),
        [`${AT}/bind`]: () => success(null),
      },
    );
    const [old, next] = screen.getAllByRole('button', { name: 'Send code' });
    fireEvent.click(old);
    await settle();
    expect(bodyOf(asked, 'sendCode')).toEqual({ purpose: 'change', channel: 'email' });
    // Without an address no code is sent.
    fireEvent.click(next);
    await settle();
    expect(asked.filter(({ path }) => path === `${AT}/sendCode`)).toHaveLength(1);
    fill('Code sent to your current email', '111111');
    fill('New email address', 'new@test.example');
    fill('Code sent to this email', '222222');
    await press('Change');
    expect(bodyOf(asked, 'bind')).toEqual({
      channel: 'email',
      address: 'new@test.example',
      code: '222222',
      oldCode: '111111',
    });
    await isBack();
  });

  it('accepts password and authenticator if the old address is lost', async () => {
    const asked = await show(BindEmailPage, { authenticator: true }, { [`${AT}/bind`]: () => success(null) });
    await press('I no longer have the current email');
    fill('New email address', 'new@test.example');
    fill('Code sent to this email', '222222');
    fill('Login password', 'secret-word');
    fill('Authenticator code', '333333');
    await press('Change');
    expect(bodyOf(asked, 'bind')).toEqual({
      channel: 'email',
      address: 'new@test.example',
      code: '222222',
      password: 'secret-word',
      secondFactor: '333333',
    });
  });
});

describe('authenticator', () => {
  const BEGUN = { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP', expiresAt: 0 };
  const CODES = ['AAAA-1111', 'BBBB-2222'];

  it('is bound with password and code, then shows recovery codes to save', async () => {
    const asked = await show(
      AuthenticatorPage,
      {},
      {
        [`${AT}/sendCode`]: () => success({ address: 'x', resendSeconds: 60 }),
        [`${AT}/authenticator/begin`]: () => success(BEGUN),
        [`${AT}/authenticator/bind`]: ({ body }) =>
          body.includes('654321') ? success({ recoveryCodes: CODES }) : refusal(200, 'google.code.wrong', 'Not that.'),
      },
    );
    fill('Login password', 'secret-word');
    expect(screen.getByText(/^It is sent to/).textContent).toBe('It is sent to al***@test.example.');
    await press('Send code');
    expect(bodyOf(asked, 'sendCode')).toEqual({ purpose: 'authenticator', channel: 'email' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Again in/ }).disabled).toBe(true);
    fill('Verification code', ' 111111 ');
    await press('Begin');
    expect(bodyOf(asked, 'authenticator/begin')).toEqual({
      password: 'secret-word',
      channel: 'email',
      code: '111111',
    });
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
    fill('Authenticator code', '123456');
    await press('Bind authenticator');
    await screen.findByText('Not that.');
    fill('Authenticator code', '654321');
    await press('Bind authenticator');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Done' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('checkbox'));
    await press('Done');
    await isBack();
  });

  it('shows a wrong password at its field', async () => {
    await show(
      AuthenticatorPage,
      {},
      {
        [`${AT}/authenticator/begin`]: () => refusal(200, 'password.wrong', 'Wrong password, sorry.'),
      },
    );
    await press('Begin');
    expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
    fill('Login password', 'nonsense');
    fill('Verification code', '111111');
    await press('Begin');
    await screen.findByText('Wrong password, sorry.');
    expect(screen.getByLabelText('Login password').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('passkey', () => {
  const OPTIONS = { challenge: 'x', rp: { name: 'x' }, user: { id: 'x', name: 'x', displayName: 'x' } };
  const MADE = { passkey: '1', name: 'Laptop', createdAt: 0, lastUsedAt: null, synchronised: false };
  const make = jest.mocked(startRegistration);
  const answers = {
    [`${AT}/passkey/list`]: () => success({ records: [] }),
    [`${AT}/passkey/registerOptions`]: () => success(OPTIONS),
    [`${AT}/passkey/register`]: () => success(MADE),
  };

  beforeEach(() => {
    make.mockReset();
    Object.assign(window, { PublicKeyCredential: () => undefined });
  });
  afterAll(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'));

  it('reuses the verification code for repeated device prompts', async () => {
    const asked = await show(PasskeysPage, { phone: '+81****5678' }, answers);
    make.mockRejectedValueOnce(Object.assign(new Error('closed'), { name: 'NotAllowedError' }));
    make.mockResolvedValueOnce({ id: 'made' } as never);
    await press('Add passkey');
    fireEvent.click(screen.getByRole('radio', { name: 'Phone' }));
    fill('Login password', 'secret-word');
    fill('Verification code', '111111');
    await press('Continue');
    await screen.findByText('The passkey was not used.');
    expect(bodyOf(asked, 'passkey/registerOptions')).toEqual({
      password: 'secret-word',
      channel: 'phone',
      code: '111111',
    });
    expect(screen.queryByLabelText('Verification code')).toBeNull();
    await press('Continue');
    expect(asked.filter(({ path }) => path === `${AT}/passkey/registerOptions`)).toHaveLength(1);
    expect(bodyOf(asked, 'passkey/register')).toEqual({ name: 'My device', response: { id: 'made' } });
  });

  it('uses only the authenticator if one is bound', async () => {
    const asked = await show(PasskeysPage, { authenticator: true }, answers);
    make.mockResolvedValueOnce({ id: 'made' } as never);
    await press('Add passkey');
    expect(screen.queryByLabelText('Verification code')).toBeNull();
    fill('Login password', 'secret-word');
    fill('Authenticator code', '222222');
    await press('Continue');
    expect(bodyOf(asked, 'passkey/registerOptions')).toEqual({ password: 'secret-word', secondFactor: '222222' });
  });
});

describe('first phone', () => {
  it('needs the password and an e-mail code', async () => {
    const asked = await show(
      BindPhonePage,
      {},
      { [`${AT}/bind`]: () => success(null), [`${AT}/sendCode`]: () => success({ address: 'x', resendSeconds: 60 }) },
    );
    const [old] = screen.getAllByRole('button', { name: 'Send code' });
    fireEvent.click(old);
    await settle();
    expect(bodyOf(asked, 'sendCode')).toEqual({ purpose: 'change', channel: 'email' });
    fill('Code sent to your current email', '111111');
    fireEvent.change(screen.getByRole('textbox', { name: 'Phone' }), { target: { value: '2025550143' } });
    fill('Code sent to this number', '222222');
    fill('Login password', 'secret-word');
    await press('Bind');
    expect(bodyOf(asked, 'bind')).toEqual({
      channel: 'phone',
      address: '+12025550143',
      code: '222222',
      oldCode: '111111',
      password: 'secret-word',
    });
  });
});

describe('fund password', () => {
  it('is validated by the exchange’s rules', async () => {
    const asked = await show(FundPasswordPage, {}, { [`${AT}/fundPassword/set`]: () => success(null) });
    fill('New fund password', '123456');
    fill('Repeat fund password', '1234567');
    await press('Set fund password');
    await screen.findByText(/The fund password is too simple/);
    await screen.findByText('The two passwords do not match.');
    fill('New fund password', '839201');
    fill('Repeat fund password', '839201');
    fill('Login password', 'secret-word');
    await press('Set fund password');
    expect(bodyOf(asked, 'fundPassword/set')).toEqual({ fundPassword: '839201', password: 'secret-word' });
    await isBack();
  });
});

describe('settings lock', () => {
  const Lock = () => <WithOverview>{(overview) => <SettingsLock overview={overview} />}</WithOverview>;
  const until = Date.UTC(2026, 11, 28);
  const dialogs = () => screen.queryAllByRole('dialog', { hidden: true });
  const fillAndLock = async () => {
    await press('Lock settings');
    fill('Login password', 'right-password');
    fireEvent.click(within(dialogs()[0]).getByRole('button', { name: 'Lock settings', hidden: true }));
    await settle();
  };

  it('shows the master key until confirmed, even if the account is refetched', async () => {
    let isLocked = false;
    await show(
      Lock,
      {},
      {
        [`${AT}/overview`]: () => success({ ...OVERVIEW, settingsLockedUntil: isLocked ? until : null }),
        [`${AT}/lockSettings`]: () => {
          isLocked = true;
          return success({ masterKey: 'ABCD-EFGH-JKLM', until });
        },
      },
    );
    await fillAndLock();
    expect(screen.getByText(/^Locked until 2026-12-28/)).toBeTruthy();
    expect(screen.getByText('ABCD-EFGH-JKLM')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Done', hidden: true }));
    expect(dialogs()).toEqual([]);
    await press('Unlock settings');
    expect(screen.getByLabelText('Master key')).toBeTruthy();
  });

  it('shows the master key even if the account already reads as locked', async () => {
    let isLocked = false;
    let answer: (response: Response) => void = () => undefined;
    await show(
      Lock,
      {},
      {
        [`${AT}/overview`]: () => success({ ...OVERVIEW, settingsLockedUntil: isLocked ? until : null }),
        [`${AT}/lockSettings`]: () =>
          new Promise<Response>((resolve) => {
            answer = resolve;
          }),
      },
    );
    await fillAndLock();
    fireEvent(dialogs()[0], new Event('cancel', { cancelable: true }));
    isLocked = true;
    await act(() => store.dispatch(securityApi.endpoints.overview.initiate(undefined, { forceRefetch: true })));
    await settle();
    expect(screen.getByText(/^Locked until 2026-12-28/)).toBeTruthy();
    expect(screen.queryByLabelText('Master key')).toBeNull();
    answer(success({ masterKey: 'ABCD-EFGH-JKLM', until }));
    await settle();
    expect(screen.getByText('ABCD-EFGH-JKLM')).toBeTruthy();
  });
});

describe('own limits and trading factor', () => {
  const Limits = () => <WithOverview>{(overview) => <OwnLimits overview={overview} />}</WithOverview>;
  const Trading = () => <WithOverview>{(overview) => <TradingFactor overview={overview} />}</WithOverview>;
  const own = (limit: string | null, delayHours: number) => ({ limit, delayHours, next: null });
  const pressIn = async (name: string) => {
    fireEvent.click(within(screen.getByRole('dialog', { hidden: true })).getByRole('button', { name, hidden: true }));
    await settle();
  };

  it('can be lowered with the password alone', async () => {
    const answers = { [`${AT}/setOwnLimits`]: () => success(own('20', 0)) };
    const asked = await show(Limits, { authenticator: true, ownLimits: own('50', 0) }, answers);
    expect(screen.getByText('50 USDT')).toBeTruthy();
    await press('Change own limit');
    fill('Limit a day', '20');
    expect(screen.queryByText(/looser than what holds/)).toBeNull();
    expect(screen.queryByLabelText('Authenticator code')).toBeNull();
    fill('Login password', 'right-password');
    await pressIn('Change own limit');
    expect(bodyOf(asked, 'setOwnLimits')).toEqual({ limit: '20', delayHours: 0, password: 'right-password' });
  });

  it('need the second factor to loosen, effective at a shown time', async () => {
    const from = Date.UTC(2026, 10, 26);
    const next = { limit: null, delayHours: 0, from };
    const asked = await show(
      Limits,
      { authenticator: true, ownLimits: { limit: '50', delayHours: 24, next } },
      { [`${AT}/setOwnLimits`]: () => success({ limit: '50', delayHours: 24, next }) },
    );
    expect(screen.getByText(/^From 2026-11-26 .* Limit a day: None of your own\. Waiting time: None\.$/)).toBeTruthy();
    await press('Change own limit');
    expect(screen.getByText(/looser than what holds/)).toBeTruthy();
    fill('Login password', 'right-password');
    fireEvent.change(screen.getByLabelText('Authenticator code', { selector: 'input' }), {
      target: { value: '123456' },
    });
    await pressIn('Change own limit');
    expect(bodyOf(asked, 'setOwnLimits')).toEqual({
      limit: null,
      delayHours: 0,
      password: 'right-password',
      secondFactor: '123456',
    });
  });

  it.each(['1.000,50', 'abc', '-5'])('are not removed by an invalid number: %s', async (typed) => {
    const answers = { [`${AT}/setOwnLimits`]: () => success(own(null, 0)) };
    const asked = await show(Limits, { ownLimits: own('50', 0) }, answers);
    await press('Change own limit');
    fill('Limit a day', typed);
    fill('Login password', 'right-password');
    await pressIn('Change own limit');
    expect(bodyOf(asked, 'setOwnLimits')).toBeNull();
    expect(screen.getByLabelText('Limit a day').getAttribute('aria-invalid')).toBe('true');
    // An empty field removes the limit.
    fill('Limit a day', '');
    await pressIn('Change own limit');
    expect(bodyOf(asked, 'setOwnLimits')).toEqual({ limit: null, delayHours: 0, password: 'right-password' });
  });

  it('switch the trading factor with the password and show a refusal', async () => {
    const answers = { [`${AT}/setTradingFactor`]: () => refusal(200, 'trading.factor.missing', 'Bind one first.') };
    const asked = await show(Trading, {}, answers);
    expect(screen.getByText('Off: being logged in is enough.')).toBeTruthy();
    await press('Switch on');
    fill('Login password', 'right-password');
    await pressIn('Switch on');
    expect(bodyOf(asked, 'setTradingFactor')).toEqual({ on: true, password: 'right-password' });
    expect(screen.getByText('Bind one first.')).toBeTruthy();
  });
});
