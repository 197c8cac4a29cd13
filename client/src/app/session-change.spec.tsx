import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import type { SessionRecord, UserInfo } from '../../../shared/products/identity/account';
import type { BankCardRecord } from '../../../shared/products/identity/bank-cards';
import type { PasskeyRecord } from '../../../shared/products/identity/passkeys';
import type { SecurityOverview } from '../../../shared/products/identity/security';
import { json, refusal, stubNetwork, success, type Asked } from '../../../test/support/network';
import { endSession, adoptStoredSession } from '../kit/api/session';
import { startLanguage } from '../kit/i18n/i18n';
import { loadPage } from '../kit/ui/page/lazy-page';
import { settle } from '../testing/settle';
import { App } from './app';
import { followSession } from './follow-session';
import { CONTENT_SCREENS } from '../products/content/manifest';
import { ENTRY_SCREENS, SECURITY_SCREENS } from '../products/identity/manifest';
import { SITE } from './site';
import { createAppStore, type AppStore } from './store';

const CARDS = '/exchange/app/security/bankCard/list';
const PASSKEYS = '/exchange/app/security/passkey/list';
const DEVICES = '/exchange/app/account/session/list';

/** User name by ticket. */
const NAMES: Readonly<Record<string, string>> = { 't-ann': 'Ann', 't-ben': 'Ben' };

const infoOf = (name: string): UserInfo => ({
  userId: 10_000_001,
  userName: `${name.toLowerCase()}@test.example`,
  email: null,
  phone: null,
  nickName: name,
  userType: 3,
  nationality: null,
  language: 'en',
  invitationCode: '',
  registeredAt: 0,
  verification: 'certified',
  frozen: false,
  mustBindFactor: false,
});
const OVERVIEW: SecurityOverview = {
  userId: 10_000_001,
  nickName: '',
  nationality: null,
  language: 'en',
  creditScore: 70,
  registeredAt: 0,
  safetyLevel: 'low',
  verified: true,
  frozen: false,
  phone: null,
  email: null,
  codeLogIn: true,
  settingsLockedUntil: null,
  tradingFactor: false,
  ownLimits: { limit: null, delayHours: 0, next: null },
  authenticator: false,
  authenticators: 0,
  heldUntil: null,
  recoveryCodesLeft: 0,
  passkeys: 1,
  fundPassword: true,
  fundPasswordLockedUntil: null,
  antiPhishingCode: null,
  approvesDevices: false,
  securityChangedAt: null,
  withdrawalLimit: '1000',
  limitBindings: 1,
  withdrawalLimits: [],
};
const cardsOf = (name: string): { records: BankCardRecord[] } => ({
  records: [{ card: '1', bankName: `Bank of ${name}`, cardNumber: '**** 0001', realName: name } as BankCardRecord],
});
const passkeysOf = (name: string): { records: PasskeyRecord[] } => ({
  records: [{ passkey: '1', name: `Key of ${name}`, createdAt: 0, lastUsedAt: null, synchronised: false }],
});
const devicesOf = (name: string): { records: SessionRecord[] } => ({
  records: [
    {
      session: '1',
      device: `Phone of ${name}`,
      ip: '::1',
      place: null,
      userAgent: 'Mobile',
      startedAt: 0,
      lastSeenAt: 0,
      expiresAt: 1,
      current: true,
    },
  ],
});

/** Returns the data of the ticket’s user. */
const own =
  (dataOf: (name: string) => unknown) =>
  ({ ticket }: Asked): Response => {
    const name = NAMES[ticket ?? ''];
    return name === undefined ? refusal(200, 'login.user.not.login') : success(dataOf(name));
  };

const ANSWERS: Parameters<typeof stubNetwork>[0] = {
  '/exchange/app/account/getUserInfo': own(infoOf),
  '/exchange/app/account/logout': () => success(null),
  '/exchange/api/auth/oauth/token': () =>
    json(200, { code: 'success', message: '', data: { userId: 10_000_002, userType: 3 }, access_token: 't-ben' }),
  '/exchange/api/oms/opr/afterLogin/ben%40test.example': own(infoOf),
  '/exchange/app/demo/users': () => success({ users: [] }),
  '/exchange/app/security/overview': own(() => OVERVIEW),
  '/exchange/app/message/unread': own((name) => ({ unread: name === 'Ann' ? 7 : 2 })),
  [CARDS]: own(cardsOf),
  [PASSKEYS]: own(passkeysOf),
  [DEVICES]: own(devicesOf),
};

beforeAll(async () => {
  await startLanguage();
  window.scrollTo = () => undefined;
  // Loads the lazy screens first: compiling them may exceed a test’s timeout on a busy machine.
  await Promise.all(
    [SITE.accountShell, ...[...SECURITY_SCREENS, ...ENTRY_SCREENS, ...CONTENT_SCREENS].map(({ load }) => load)].map(
      loadPage,
    ),
  );
});
beforeEach(() => localStorage.clear());

/** Opens a page as Ann, logged in on an earlier visit. */
async function openPage(path: string): Promise<AppStore> {
  localStorage.setItem('ticket', 't-ann');
  stubNetwork(ANSWERS);
  window.history.replaceState(null, '', path);
  const store = createAppStore();
  adoptStoredSession(store);
  render(
    <Provider store={store}>
      <App />
    </Provider>,
  );
  await screen.findByRole('button', { name: 'Ann' });
  return store;
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const go = async (path: string) => {
  act(() => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await settle();
};

/** Logs Ann out and Ben in on the same tab, back on the same page. */
async function handOver(path: string): Promise<void> {
  await press('Ann');
  await press('Log out');
  await go(`/login?from=${encodeURIComponent(path)}`);
  fill(screen.getByRole('textbox', { name: 'Email' }), 'ben@test.example');
  fill(screen.getByLabelText('Password'), 'correct-horse-battery');
  await press('Log in');
  await screen.findByRole('button', { name: 'Ben' });
  await waitFor(() => expect(window.location.pathname).toBe(path));
}

describe('after log-out and log-in of another user', () => {
  it.each([
    ['bank cards', '/accountSet/bankCards', CARDS, cardsOf, 'Bank of'],
    ['passkeys', '/accountSet/passkeys', PASSKEYS, passkeysOf, 'Key of'],
    ['devices', '/accountSet/security', DEVICES, devicesOf, 'Phone of'],
  ])('%s are refetched, and the first user’s data is hidden meanwhile', async (_, path, list, dataOf, words) => {
    await openPage(path);
    await screen.findByText(`${words} Ann`);
    let answer: (response: Response) => void = () => undefined;
    const late = new Promise<Response>((resolve) => (answer = resolve));
    const asked = stubNetwork({ ...ANSWERS, [list]: () => late });
    await handOver(path);
    expect(screen.queryByText(`${words} Ann`)).toBeNull();
    await waitFor(() => expect(asked.filter((one) => one.path === list)).toMatchObject([{ ticket: 't-ben' }]));
    await act(async () => answer(success(dataOf('Ben'))));
    await screen.findByText(`${words} Ben`);
  });
});

describe('after another tab logs another user in', () => {
  /** Storage as another tab leaves it after Ben’s log-in. */
  const benEnters = () => localStorage.setItem('ticket', 't-ben');
  const tell = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'ticket' })));

  it.each([
    ['as soon as it has written so', tell],
    ['when it wakes', () => act(() => void document.dispatchEvent(new Event('visibilitychange')))],
    ['when it is back online', () => act(() => void window.dispatchEvent(new Event('online')))],
  ])('the page switches to the new user without a reload, %s', async (_, wake) => {
    followSession(await openPage('/accountSet/bankCards'));
    await screen.findByText('Bank of Ann');
    await screen.findByRole('link', { name: 'Messages: 7 unread' });
    benEnters();
    wake();
    expect(screen.queryByText('Bank of Ann')).toBeNull();
    await screen.findByText('Bank of Ben');
    await screen.findByRole('button', { name: 'Ben' });
    await screen.findByRole('link', { name: 'Messages: 2 unread' });
  });

  it('a press without a storage event sends nothing for the old user and switches the page', async () => {
    await openPage('/accountSet/passkeys');
    await screen.findByText('Key of Ann');
    const asked = stubNetwork(ANSWERS);
    benEnters();
    await go('/accountSet/bankCards');
    await screen.findByText('Bank of Ben');
    await screen.findByRole('button', { name: 'Ben' });
    expect(asked.filter(({ ticket }) => ticket !== 't-ben')).toEqual([]);
    expect(screen.queryByText('Bank of Ann')).toBeNull();
  });

  it('a log-out in the other tab turns the page into a visitor’s', async () => {
    followSession(await openPage('/accountSet/bankCards'));
    await screen.findByText('Bank of Ann');
    localStorage.removeItem('ticket');
    tell();
    expect(screen.queryByText('Bank of Ann')).toBeNull();
    expect(await screen.findAllByRole('link', { name: 'Log in' })).not.toEqual([]);
  });
});

describe('when the session ends', () => {
  it('text typed in forms is cleared', async () => {
    const store = await openPage('/feedback');
    const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });
    fill(await text(), 'Ann is not content.');
    act(() => endSession(store, 't-ann', { kind: 'not_known' }));
    await screen.findByRole('link', { name: 'Log in' });
    expect((await text()).value).toBe('');
  });
});
