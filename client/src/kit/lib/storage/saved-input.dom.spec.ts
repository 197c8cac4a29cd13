import { renderHook } from '@testing-library/react';
import { adoptStoredSession } from '../../api/session';
import { discardSavedInput, reloadKeepingInput, restoreInput, useSavedInput } from './saved-input';

const isText = (form: unknown): form is string => typeof form === 'string';

/** Sets the stored session as at page start. */
function logIn(user: string): void {
  localStorage.setItem('ticket', `t-${user}`);
  localStorage.setItem('ticket.user', user);
  adoptStoredSession({ dispatch: (event) => event });
}

beforeEach(() => {
  localStorage.clear();
  adoptStoredSession({ dispatch: (event) => event });
  sessionStorage.clear();
  discardSavedInput();
});

/** Simulates a reload with these forms mounted. Returns the reload mock. */
function reloaded(forms: Record<string, unknown>): jest.Mock {
  const shown = Object.entries(forms).map(([name, form]) => renderHook(() => useSavedInput(name, () => form)));
  const reload = jest.fn();
  reloadKeepingInput(reload);
  for (const { unmount } of shown) unmount();
  discardSavedInput();
  return reload;
}

it('form input is restored once after a reload', () => {
  expect(reloaded({ feedback: 'A long text', other: 'x' })).toHaveBeenCalledTimes(1);
  expect(restoreInput('feedback', isText)).toBe('A long text');
  expect(restoreInput('feedback', isText)).toBeNull();
  expect(restoreInput('other', isText)).toBe('x');
});

it('form input is not restored for another user', () => {
  logIn('7');
  reloaded({ feedback: 'A long text' });
  logIn('8');
  expect(restoreInput('feedback', isText)).toBeNull();
});

it('form input in an outdated format is ignored', () => {
  reloaded({ feedback: { text: 'A long text' } });
  expect(restoreInput('feedback', isText)).toBeNull();
});

it('input of an unmounted form is not kept and leaves nothing in storage', () => {
  renderHook(() => useSavedInput('feedback', () => 'A long text')).unmount();
  reloaded({ other: 'x' });
  expect(restoreInput('feedback', isText)).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

it('invalid stored text is ignored', () => {
  sessionStorage.setItem('typed', '{');
  expect(restoreInput('feedback', isText)).toBeNull();
});
