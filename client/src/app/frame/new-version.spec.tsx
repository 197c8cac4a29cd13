import { act, fireEvent, render, screen } from '@testing-library/react';
import { startLanguage } from '../../shared/i18n/i18n';
import { NewVersion, newVersionKnown } from './new-version';

beforeAll(startLanguage);

it('a newer version is said once it is known, to whoever looks then or later, and can be put off', () => {
  const { unmount } = render(<NewVersion />);
  expect(screen.queryByRole('status')).toBeNull();
  act(newVersionKnown);
  expect(screen.getByRole('status').textContent).toContain('A new version');
  unmount();

  render(<NewVersion />);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('status')).toBeNull();
});
