import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { startLanguage } from '../../../i18n/i18n';
import { settle } from '../../../../testing/settle';
import { Combobox } from './combobox';

beforeAll(startLanguage);

const OPTIONS = [
  { value: 'JP', text: 'Japan' },
  { value: 'JM', text: 'Jamaica', isDisabled: true },
  { value: 'ES', text: 'Spain' },
];

function show(first?: string, isClearable = false) {
  const chosen: (string | undefined)[] = [];
  const onBlur = jest.fn();
  function Shown() {
    const [value, setValue] = useState(first);
    return (
      <dialog open>
        <Combobox
          aria-label="Country"
          placeholder="Any"
          {...{ value, isClearable, onBlur }}
          options={OPTIONS}
          onChange={(next) => {
            chosen.push(next);
            setValue(next);
          }}
        />
      </dialog>
    );
  }
  render(<Shown />);
  return { chosen, onBlur };
}

const button = () => screen.getByRole('combobox', { name: 'Country' });
const search = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
const open = async (key: string) => {
  act(() => button().focus());
  await act(async () => void fireEvent.keyDown(button(), { key }));
  await settle();
};
const press = async (key: string) => {
  await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
  await settle();
};
const type = async (text: string) => {
  await act(async () => void fireEvent.change(search(), { target: { value: text } }));
  await settle();
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = () => screen.queryAllByRole('option', { selected: true }).map(({ textContent }) => textContent);

describe('combobox', () => {
  it('works with the keyboard: open, search, move, select', async () => {
    const { chosen } = show();
    await open('ArrowDown');
    expect([document.activeElement === search(), options()]).toEqual([true, ['Japan', 'Jamaica', 'Spain']]);
    await type('pa');
    expect(options()).toEqual(['Japan', 'Spain']);
    await press('ArrowDown');
    expect(active()).toEqual(['Spain']);
    await press('Enter');
    expect([chosen, options(), button().textContent]).toEqual([['ES'], [], 'Spain']);
    expect(document.activeElement).toBe(button());
  });

  it('opens with the typed letter', async () => {
    show();
    await open('s');
    expect([search().value, options()]).toEqual(['s', ['Spain']]);
    // The caret is at the end for the next letter.
    expect([document.activeElement, search().selectionStart, search().selectionEnd]).toEqual([search(), 1, 1]);
  });

  it('starts at the selected option', async () => {
    show('ES');
    await open('ArrowDown');
    expect(active()).toEqual(['Spain']);
  });

  it('closes on Escape without a change and without closing the dialog', async () => {
    const { chosen, onBlur } = show('ES');
    await open('ArrowDown');
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    await act(async () => void search().dispatchEvent(escape));
    await settle();
    expect(escape.defaultPrevented).toBe(true);
    expect([options(), chosen, document.activeElement === button()]).toEqual([[], [], true]);
    expect(onBlur).not.toHaveBeenCalled();
    act(() => button().blur());
    expect(onBlur).toHaveBeenCalledTimes(1);
  });

  it('closes on Tab and keeps the focus on the next element', async () => {
    const { chosen, onBlur } = show('ES');
    const next = document.body.appendChild(document.createElement('button'));
    await open('ArrowDown');
    await act(async () => void fireEvent.keyDown(search(), { key: 'Tab' }));
    expect([options(), document.activeElement === button()]).toEqual([[], true]);
    act(() => next.focus());
    await settle();
    expect([document.activeElement === next, chosen, onBlur.mock.calls.length]).toEqual([true, [], 1]);
    next.remove();
  });

  it('keeps the option order while searching', async () => {
    show();
    await open('ArrowDown');
    await type('a');
    expect(options()).toEqual(['Japan', 'Jamaica', 'Spain']);
  });

  it('ignores a disabled option', async () => {
    const { chosen } = show();
    await open('ArrowDown');
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: 'Jamaica' })));
    expect(chosen).toEqual([]);
  });

  it('offers an empty option if it can be cleared', async () => {
    const { chosen } = show('JP', true);
    await open('ArrowDown');
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: 'Any' })));
    expect([chosen, button().textContent]).toEqual([[undefined], 'Any']);
  });

  it('can be cleared and set again with the keyboard', async () => {
    const { chosen } = show('JP', true);
    await open('ArrowDown');
    await press('ArrowUp');
    expect(active()).toEqual(['Any']);
    await press('Enter');
    await open('ArrowDown');
    await press('ArrowDown');
    expect(active()).toEqual(['Japan']);
    await press('Enter');
    expect(chosen).toEqual([undefined, 'JP']);
  });

  it('closes on a click elsewhere', async () => {
    const { onBlur } = show('ES');
    await open('ArrowDown');
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      fireEvent.pointerDown(document.body);
      fireEvent.click(document.body);
    });
    await settle();
    expect([options(), onBlur.mock.calls.length]).toEqual([[], 1]);
  });

  it('renders its list inside the surrounding dialog', async () => {
    show();
    await open('ArrowDown');
    expect(search().closest('dialog')).toBe(button().closest('dialog'));
  });
});
