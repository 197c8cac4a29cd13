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

describe('a combobox', () => {
  it('is chosen from by keys: open, type, go, take', async () => {
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

  it('opens with the letter that was typed', async () => {
    show();
    await open('s');
    expect([search().value, options()]).toEqual(['s', ['Spain']]);
    // The next letter goes behind it.
    expect([document.activeElement, search().selectionStart, search().selectionEnd]).toEqual([search(), 1, 1]);
  });

  it('begins at what is chosen', async () => {
    show('ES');
    await open('ArrowDown');
    expect(active()).toEqual(['Spain']);
  });

  it('closes at Escape without a change, and keeps the dialog open', async () => {
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

  it('is left by Tab: its list closes, and the focus stays where Tab took it', async () => {
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

  it('keeps the order of its options while one is looked for', async () => {
    show();
    await open('ArrowDown');
    await type('a');
    expect(options()).toEqual(['Japan', 'Jamaica', 'Spain']);
  });

  it('takes no option that is disabled', async () => {
    const { chosen } = show();
    await open('ArrowDown');
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: 'Jamaica' })));
    expect(chosen).toEqual([]);
  });

  it('has an option for nothing where it may be cleared', async () => {
    const { chosen } = show('JP', true);
    await open('ArrowDown');
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: 'Any' })));
    expect([chosen, button().textContent]).toEqual([[undefined], 'Any']);
  });

  it('is cleared, and chosen from after that, by keys alone', async () => {
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

  it('is left by a click elsewhere', async () => {
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

  it('has its list in the dialog around it', async () => {
    show();
    await open('ArrowDown');
    expect(search().closest('dialog')).toBe(button().closest('dialog'));
  });
});
