import { renderHook } from '@testing-library/react';
import { takeUpSession } from '../../api/session';
import { forgetTyped, reloadWithTyped, typedBefore, useTypedKept } from './typed-kept';

const isText = (form: unknown): form is string => typeof form === 'string';

/** As the page finds it when it starts. */
function logIn(user: string): void {
  localStorage.setItem('ticket', `t-${user}`);
  localStorage.setItem('ticket.user', user);
  takeUpSession({ dispatch: (event) => event });
}

beforeEach(() => {
  localStorage.clear();
  takeUpSession({ dispatch: (event) => event });
  sessionStorage.clear();
  forgetTyped();
});

/** A form on the screen, a press of the button, and the page that comes then. */
function reloaded(forms: Record<string, unknown>): jest.Mock {
  const shown = Object.entries(forms).map(([name, form]) => renderHook(() => useTypedKept(name, () => form)));
  const reload = jest.fn();
  reloadWithTyped(reload);
  for (const { unmount } of shown) unmount();
  forgetTyped();
  return reload;
}

it('what was typed is there after the reload, once', () => {
  expect(reloaded({ feedback: 'A long text', other: 'x' })).toHaveBeenCalledTimes(1);
  expect(typedBefore('feedback', isText)).toBe('A long text');
  expect(typedBefore('feedback', isText)).toBeNull();
  expect(typedBefore('other', isText)).toBe('x');
});

it('it is not there for another user', () => {
  logIn('7');
  reloaded({ feedback: 'A long text' });
  logIn('8');
  expect(typedBefore('feedback', isText)).toBeNull();
});

it('a form of another version is none', () => {
  reloaded({ feedback: { text: 'A long text' } });
  expect(typedBefore('feedback', isText)).toBeNull();
});

it('a form that was left before is not kept, and nothing stays behind for the reload after the next', () => {
  renderHook(() => useTypedKept('feedback', () => 'A long text')).unmount();
  reloaded({ other: 'x' });
  expect(typedBefore('feedback', isText)).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

it('storage that holds something else is no reason to fail', () => {
  sessionStorage.setItem('typed', '{');
  expect(typedBefore('feedback', isText)).toBeNull();
});
