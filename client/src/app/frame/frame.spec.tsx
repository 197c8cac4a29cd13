import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { CONFIG_DEFAULTS, DEMO_CONFIG, LEGAL_LINKS, type ConfigValues } from '../../../../shared/rules/site-config';
import type { UserInfo } from '../../../../shared/products/identity/account';
import { stubNetwork, success } from '../../../../test/support/network';
import { sessionApi } from '../../kit/entities/session/session-api';
import { endSession, adoptStoredSession } from '../../kit/api/session';
import { startLanguage } from '../../kit/i18n/i18n';
import { showMedia } from '../../testing/media';
import { settle } from '../../testing/settle';
import { addressesOf, SITE } from '../site';
import { SiteContext } from '../site-context';
import { createAppStore } from '../store';
import { Frame } from './frame';

const ALICE = { userId: 7, nickName: 'Alice', email: 'alice@demo.example', userType: 3 } as UserInfo;
const CONTACTS: Partial<ConfigValues> = {
  online_service: 'https://help.example',
  custom_line: 'open-line',
  custom_whatsapp: '+1 555 0100',
};
const NOTICES = ['9', '8'].map((id) => ({
  id,
  kind: 'notice',
  category: null,
  title: id,
  summary: id,
  publishedAt: 0,
}));

beforeAll(async () => {
  await startLanguage();
  showMedia(false);
});
beforeEach(() => localStorage.clear());

function Framed() {
  const { pathname } = useLocation();
  return (
    <Frame pathname={pathname}>
      <p data-testid="place">{pathname}</p>
    </Frame>
  );
}

async function show({ ticket = null as string | null, contacts = CONTACTS, site = SITE } = {}) {
  if (ticket !== null) localStorage.setItem('ticket', ticket);
  const asked = stubNetwork({
    '/exchange/app/systemConfig/getAll': () => success({ values: { ...CONFIG_DEFAULTS, ...contacts } }),
    '/exchange/app/content/list': () => success({ records: NOTICES, total: 2, pageIndex: 1, pageSize: 20 }),
    '/exchange/app/account/getUserInfo': () => success(ALICE),
    '/exchange/app/account/logout': () => success(null),
  });
  const store = createAppStore();
  adoptStoredSession(store);
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/about']}>
        <Routes>
          <Route
            path="*"
            element={
              <SiteContext value={site}>
                <Framed />
              </SiteContext>
            }
          />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  if (ticket !== null) {
    await act(async () => store.dispatch(sessionApi.endpoints.getUserInfo.initiate()));
    // The store notifies its subscribers in the next frame, not synchronously.
    await screen.findByRole('button', { name: /Alice/ });
  }
  return { store, asked };
}

const press = (element: HTMLElement) => act(async () => fireEvent.click(element));
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const hrefsIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

describe('header for a visitor', () => {
  it('offers log-in and registration, but no account menu', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?statusType=0');
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register?statusType=1');
    expect(screen.queryByRole('button', { name: /Alice/ })).toBeNull();
  });

  it('groups menu entries; the first entry of a group is also a direct link', async () => {
    const group = 'menu.quantitative' as const;
    const menu = [
      { path: '/quotation', text: 'menu.quotes' as const },
      { path: '/currencyTransaction', text: 'menu.spot' as const, group },
      { path: '/secondContract', text: 'menu.second' as const },
      { path: '/robot', text: 'menu.robot' as const, group },
    ];
    await show({ site: { ...SITE, menu } });
    const arrow = button('Quantitative trading');
    expect(arrow.getAttribute('aria-expanded')).toBe('false');
    await press(arrow);
    expect(arrow.getAttribute('aria-expanded')).toBe('true');
    const entries = document.getElementById(arrow.getAttribute('aria-controls') ?? '');
    expect(entries && hrefsIn(entries)).toEqual(['/currencyTransaction', '/robot']);
    expect(hrefsIn(screen.getByRole('navigation', { name: 'Main menu' }))[1]).toBe('/currencyTransaction');
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(arrow.getAttribute('aria-expanded')).toBe('false');
  });

  it('counts unread announcements', async () => {
    await show();
    const bell = await screen.findByRole('link', { name: 'Announcements: 2 unread' });
    expect(bell.getAttribute('href')).toBe('/noticeList');
  });

  it('loads the customer service contacts once with the page', async () => {
    const { asked } = await show();
    const questions = () => asked.filter(({ path }) => path.includes('/systemConfig/'));
    await waitFor(() => expect(questions()).toHaveLength(1));
    await screen.findByRole('button', { name: 'Customer service' });
    expect(questions()).toHaveLength(1);
  });
});

describe('header for a user', () => {
  it('shows the name and a menu of the user’s pages', async () => {
    await show({ ticket: 't-1' });
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
    await press(button(/Alice/));
    expect(hrefsIn(screen.getByRole('navigation', { name: 'Assets' }))).toContain('/accountSet/myassets');
    expect(hrefsIn(screen.getByRole('navigation', { name: 'Orders' }))).toEqual([
      '/accountSet/commin?active=1',
      '/accountSet/commin?active=2',
      '/accountSet/contract',
      '/accountSet/second',
      '/financialRecords',
      '/myDefi',
    ]);
    expect(screen.getByRole('link', { name: /Alice/ }).getAttribute('href')).toBe('/accountSet');
  });

  it('opens the menu on a press and closes it with Esc', async () => {
    await show({ ticket: 't-1' });
    expect(button(/Alice/).getAttribute('aria-expanded')).toBe('false');
    await press(button(/Alice/));
    expect(button(/Alice/).getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(button(/Alice/).getAttribute('aria-expanded')).toBe('false');
  });

  it('logs out: notifies the server, drops the ticket and shows the log-in', async () => {
    const { asked, store } = await show({ ticket: 't-1' });
    await press(button(/Alice/));
    await press(button('Log out'));
    await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/login'));
    const goodbye = asked.find(({ path }) => path === '/exchange/app/account/logout');
    expect(goodbye).toMatchObject({ method: 'POST', ticket: 't-1' });
    expect(localStorage.getItem('ticket')).toBeNull();
    expect(store.getState().session).toMatchObject({ isLogin: 0, userData: null });
  });
});

describe('customer service', () => {
  const copyButton = (what: string) => screen.findByRole('button', { name: `Copy ${what}` });
  const clipboard = (writeText: () => Promise<void>) =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });

  it('shows the configured link and ids', async () => {
    await show();
    await press(await screen.findByRole('button', { name: 'Customer service' }));
    const support = await screen.findByRole('link', { name: 'Online support' });
    expect(support.getAttribute('href')).toBe('https://help.example');
    expect(await copyButton('Line: open-line')).toBeTruthy();
    expect(await copyButton('WhatsApp: +1 555 0100')).toBeTruthy();
  });

  it('copies an id on click and shows a toast', async () => {
    const written = jest.fn(() => Promise.resolve());
    clipboard(written);
    await show();
    await press(await screen.findByRole('button', { name: 'Customer service' }));
    await press(await copyButton('Line: open-line'));
    expect(written).toHaveBeenCalledWith('open-line');
    expect((await screen.findByText('Copied.')).dataset.kind).toBe('success');
  });

  it('shows an error toast if copying fails', async () => {
    clipboard(() => Promise.reject(new Error('not allowed')));
    await show();
    await press(await screen.findByRole('button', { name: 'Customer service' }));
    await press(await copyButton('WhatsApp: +1 555 0100'));
    expect((await screen.findByText(/Copying failed/)).dataset.kind).toBe('error');
  });

  it('is hidden without configured contacts', async () => {
    const { asked } = await show({ contacts: {} });
    await waitFor(() => expect(asked.filter(({ path }) => path.includes('getAll'))).toHaveLength(1));
    await settle();
    expect(screen.queryByRole('button', { name: 'Customer service' })).toBeNull();
  });

  it('closes with its button', async () => {
    await show();
    await press(await screen.findByRole('button', { name: 'Customer service' }));
    await press(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('footer', () => {
  const foot = () => within(screen.getByRole('contentinfo'));

  it('links to the built-in texts and shows no mailbox by default', async () => {
    await show({ contacts: {} });
    expect(foot().getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe('/privacyPolicy');
    await settle();
    expect(foot().queryByText('Contact:')).toBeNull();
    expect(foot().queryByRole('link', { name: 'Risk disclosure' })).toBeNull();
  });

  it.each([CONFIG_DEFAULTS, DEMO_CONFIG])('links only to existing pages', (config) => {
    const paths = LEGAL_LINKS.map((link) => config[link].split('#')[0]).filter((path) => path !== '');
    expect(addressesOf(SITE)).toEqual(expect.arrayContaining(paths));
  });

  it('uses configured links and hides removed or unsafe ones', async () => {
    const contacts = {
      footer_email: 'desk@test.example',
      link_risk: 'https://test.example/risk',
      link_privacy: '',
      link_fees: 'javascript:alert(1)',
    };
    await show({ contacts });
    const mailbox = await foot().findByRole('link', { name: 'desk@test.example' });
    expect(mailbox.getAttribute('href')).toBe('mailto:desk@test.example');
    const risk = foot().getByRole('link', { name: 'Risk disclosure' });
    expect([risk.getAttribute('href'), risk.getAttribute('rel')]).toEqual([contacts.link_risk, 'noopener noreferrer']);
    expect(foot().queryByRole('link', { name: 'Privacy policy' })).toBeNull();
    expect(foot().queryByRole('link', { name: 'Fee schedule' })).toBeNull();
  });
});

describe('session expiry alert', () => {
  it('is shown once with the server’s text and a log-in button, and cannot be dismissed', async () => {
    const { store } = await show({ ticket: 't-1' });
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => {
      endSession(store, 't-1', { kind: 'expired', text: 'Logged in elsewhere.' });
      endSession(store, 't-1', { kind: 'expired', text: 'Logged in elsewhere.' });
    });
    const [alert, ...others] = screen.getAllByRole('dialog', { name: 'Session expired' });
    expect(others).toEqual([]);
    expect(within(alert).getByText('Logged in elsewhere.')).toBeTruthy();
    expect(within(alert).getAllByRole('button')).toEqual([within(alert).getByRole('button', { name: 'Re-login' })]);
    expect(fireEvent(alert, new Event('cancel', { cancelable: true }))).toBe(false);
    expect(screen.getByRole('dialog')).toBe(alert);
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
  });
});
