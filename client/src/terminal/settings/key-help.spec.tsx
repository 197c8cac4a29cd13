import { fireEvent, render, screen } from '@testing-library/react';
import { startLanguage } from '../../kit/i18n/i18n';
import { preferenceText } from '../../kit/lib/storage/preferences';
import { KeyHelp } from './key-help';

beforeAll(startLanguage);
beforeEach(() => {
  localStorage.clear();
  render(<KeyHelp isOpen onOpen={() => undefined} />);
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = (name: string) => button(new RegExp(`^Change the key: ${name} `));
const press = (name: string, key: string) => fireEvent.keyDown(field(name), { key });
const isAsked = (name: string) => field(name).getAttribute('aria-pressed') === 'true';

describe('hotkey settings', () => {
  it('assign a pressed key', () => {
    fireEvent.click(field('Buy'));
    expect(field('Buy').textContent).toBe('Press a key');
    press('Buy', 'Shift');
    expect(isAsked('Buy')).toBe(true);
    press('Buy', 'K');
    expect([field('Buy').textContent, isAsked('Buy')]).toEqual(['K', false]);
  });

  it('reject a key in use', () => {
    fireEvent.click(field('Buy'));
    press('Buy', 's');
    expect(screen.getByRole('alert').textContent).toBe('S already does something else: Sell.');
    press('Buy', 'x');
    expect(screen.getByRole('alert').textContent).toBe('');
    expect([field('Buy').textContent, field('Sell').textContent]).toEqual(['X', 'S']);
  });

  it('are unchanged after Esc, which does not close the dialog', () => {
    fireEvent.click(field('Buy'));
    const isLeft = press('Buy', 'Escape');
    expect([isLeft, isAsked('Buy'), field('Buy').textContent]).toEqual([false, false, 'B']);
    expect(press('Buy', 'x')).toBe(true);
    expect(preferenceText('keys')).toBeNull();
  });

  it('disable, reassign and restore keys', () => {
    expect((button('Restore the standard keys') as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(button('Switch the key off: Sell'));
    expect(field('Sell').textContent).toBe('Off');
    fireEvent.click(field('Buy'));
    press('Buy', 's');
    expect(field('Buy').textContent).toBe('S');
    fireEvent.click(button('Restore the standard keys'));
    expect([field('Buy').textContent, field('Sell').textContent]).toEqual(['B', 'S']);
  });
});
