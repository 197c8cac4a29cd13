import { act, fireEvent, render, screen } from '@testing-library/react';
import { startLanguage } from '../../i18n/i18n';
import { CodeField } from './fields/code-field';
import { PasswordField } from './fields/password-field';
import { phoneOf } from './fields/phone-field';
import { faultsIn } from './use-refusals';
import { secondsUntil } from './use-countdown';

beforeAll(startLanguage);

describe('code field', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const button = () => screen.getByRole<HTMLButtonElement>('button');
  const press = () => act(async () => void fireEvent.click(button()));

  it('counts down until the code can be sent again', async () => {
    const onSend = jest.fn(() => Promise.resolve(60));
    render(<CodeField onSend={onSend} onChange={() => undefined} />);
    expect(button().textContent).toBe('Send code');
    await press();
    expect([button().textContent, button().disabled]).toEqual(['Again in 60 s', true]);
    act(() => void jest.advanceTimersByTime(59_000));
    expect(button().textContent).toBe('Again in 1 s');
    act(() => void jest.advanceTimersByTime(1_000));
    expect([button().textContent, button().disabled]).toEqual(['Send again', false]);
    await press();
    expect(onSend).toHaveBeenCalledTimes(2);
  });

  it('does not count down if sending failed', async () => {
    render(<CodeField onSend={() => Promise.resolve(null)} onChange={() => undefined} />);
    await press();
    expect([button().textContent, button().disabled]).toEqual(['Send code', false]);
  });

  it('never counts below zero', () => {
    expect(secondsUntil(10_000, 8_001)).toBe(2);
    expect(secondsUntil(10_000, 20_000)).toBe(0);
  });
});

describe('password field', () => {
  function show() {
    let typed = '';
    const field = (value: string) => (
      <PasswordField
        aria-label="Password"
        autoComplete="current-password"
        {...{ value }}
        onChange={(event) => {
          typed = event.target.value;
        }}
      />
    );
    const { rerender } = render(field(''));
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    return { input, typed: () => typed, showing: (value: string) => rerender(field(value)) };
  }

  it('ASVS 6.2.6: is masked unless the user reveals it', () => {
    const { input, showing } = show();
    showing('correct-horse');
    expect([input.type, input.value]).toEqual(['password', 'correct-horse']);
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.type).toBe('password');
  });

  it('ASVS 6.2.7: accepts pasted text and sets autocomplete for password managers', () => {
    const { input, typed } = show();
    expect(input.autocomplete).toBe('current-password');
    expect(fireEvent.paste(input, { clipboardData: { getData: () => 'kept-by-a-manager' } })).toBe(true);
    fireEvent.change(input, { target: { value: 'kept-by-a-manager' } });
    expect(typed()).toBe('kept-by-a-manager');
    expect([input.readOnly, input.maxLength]).toEqual([false, -1]);
  });
});

describe('phone number', () => {
  it('gets the country’s code unless it has its own', () => {
    expect(phoneOf('+81', ' 9012345678 ')).toBe('+819012345678');
    expect(phoneOf('+81', '+12025550143')).toBe('+12025550143');
    expect(phoneOf('+81', '')).toBe('');
  });
});

describe('refusal', () => {
  const FIELD_OF = { 'password.wrong': 'password' };
  const words = (code: string) => `field ${code}`;

  it('belongs to the field of its code', () => {
    expect(faultsIn({ code: 'password.wrong', message: 'Wrong.' }, FIELD_OF, words)).toEqual([
      { name: 'password', text: 'Wrong.' },
    ]);
    expect(faultsIn({ code: 'tries.too.many', message: 'Later.' }, FIELD_OF, words)).toEqual([]);
    expect(faultsIn({ cause: 'network' }, FIELD_OF, words)).toEqual([]);
  });

  it('of an invalid request names each field', () => {
    const data = { fields: [{ path: 'code', code: 'too.short' }] };
    expect(faultsIn({ code: 'request.invalid', message: 'Check.', data }, FIELD_OF, words)).toEqual([
      { name: 'code', text: 'field too.short' },
    ]);
  });
});
