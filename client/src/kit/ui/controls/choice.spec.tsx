import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Choice } from './choice';

const OPTIONS = ['10', '20', '200', 'all'].map((value) => ({ value, text: value }));

function show(first = '20') {
  const chosen: string[] = [];
  function Shown() {
    const [value, setValue] = useState(first);
    const choose = (next: string) => {
      chosen.push(next);
      setValue(next);
    };
    return <Choice label="Rows" value={value} options={OPTIONS} onChange={choose} />;
  }
  render(<Shown />);
  return chosen;
}

const button = () => screen.getByRole('combobox', { name: 'Rows' });
const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(button(), { key }));
const isOpen = () => button().getAttribute('aria-expanded') === 'true';
const active = () => document.getElementById(button().getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('select', () => {
  it('works with the pointer', () => {
    const chosen = show();
    fireEvent.click(button());
    fireEvent.click(screen.getByRole('option', { name: '200' }));
    expect([chosen, isOpen(), button().textContent]).toEqual([['200'], false, '200']);
  });

  it('works with the keyboard', () => {
    const chosen = show();
    press('ArrowDown');
    expect([isOpen(), active()]).toEqual([true, '20']);
    press('ArrowDown', 'Enter');
    expect([chosen, isOpen()]).toEqual([['200'], false]);
  });

  it('stops at both ends', () => {
    show();
    press('Home', 'ArrowUp');
    expect(active()).toBe('10');
    press('End', 'ArrowDown');
    expect(active()).toBe('all');
  });

  it('finds options by first letters', () => {
    const chosen = show();
    press('a', 'Enter');
    expect(chosen).toEqual(['all']);
  });

  it.each([
    ['Escape', () => press('Escape')],
    ['leaving it', () => fireEvent.blur(button())],
  ])('is unchanged after %s', (_, leave) => {
    const chosen = show();
    press('ArrowDown', 'ArrowDown');
    leave();
    expect([chosen, isOpen(), button().textContent]).toEqual([[], false, '20']);
  });

  it('does not open while disabled', () => {
    render(<Choice label="Off" value="10" options={OPTIONS} isDisabled onChange={() => fail('It was changed.')} />);
    fireEvent.click(screen.getByRole('combobox', { name: 'Off' }));
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('does not fire for the same value', () => {
    const chosen = show();
    press('ArrowDown', 'Enter');
    expect([chosen, isOpen()]).toEqual([[], false]);
  });
});
