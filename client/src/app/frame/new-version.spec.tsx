import { act, fireEvent, render, screen } from '@testing-library/react';
import { checkVersion, followVersions } from '../../kit/lib/version';
import { startLanguage } from '../../kit/i18n/i18n';
import { settle } from '../../testing/settle';
import { LazyPage } from '../../kit/ui/page/lazy-page';
import { NewVersion } from './new-version';

let served = '/assets/index-Ab12.js';
const NOT_THERE = 'This part of the page could not be loaded.';

beforeAll(startLanguage);
beforeEach(() => {
  globalThis.fetch = () => Promise.resolve(new Response(`<script src="${served}"></script>`));
  // React logs every error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

const load = () => Promise.reject(new Error('404'));

it('a failed chunk load detects a newer version, announced to current and later viewers', async () => {
  followVersions('https://exchange.example/assets/index-Ab12.js');
  const first = render(<NewVersion />);
  await act(checkVersion);
  expect(screen.queryByRole('status')).toBeNull();

  const part = render(<LazyPage load={load} />);
  await settle();
  expect(screen.getByRole('alert').textContent).toContain(NOT_THERE);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  part.unmount();

  served = '/assets/index-Zz99.js';
  render(<LazyPage load={load} />);
  await settle();
  expect(screen.getByRole('alert').textContent).toContain('A newer version of this page has been installed.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('A new version');
  first.unmount();

  render(<NewVersion />);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('status')).toBeNull();
});
