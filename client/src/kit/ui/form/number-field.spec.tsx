import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { useState } from 'react';
import { LANGUAGES } from '../../../../../shared/wire/languages';
import { chooseLanguage, startLanguage } from '../../i18n/i18n';
import { EMPTY, typedOf, type Typed } from '../../lib/numbers/typed';
import { showMedia } from '../../../testing/media';
import { NumberRemark } from './fields/number-remark';
import { useNumberField } from './use-number-field';

beforeAll(startLanguage);
beforeEach(async () => {
  await chooseLanguage('en');
  showMedia(false);
});

/** Renders a field with this value in a form that can replace it. */
function show(value: Typed = EMPTY, { scale = 8, isTold = false } = {}) {
  const held: { value: Typed; put: (typed: Typed) => void } = { value, put: () => undefined };
  function Host() {
    const [typed, setTyped] = useState(value);
    Object.assign(held, { value: typed, put: (next: Typed) => act(() => setTyped(next)) });
    const { input, remark } = useNumberField({
      ...{ value: typed, onChange: setTyped, scale, isTold, unit: 'BTC' },
      beyond: 'down',
      onStep: (steps) => setTyped(typedOf(String(5 + steps))),
    });
    return (
      <>
        <input aria-label="Number" {...input} />
        <NumberRemark id="remark" remark={remark} />
        <button type="button">Elsewhere</button>
      </>
    );
  }
  render(<Host />);
  return held;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox');
const remark = () => document.getElementById('remark')?.textContent.trim() ?? '';
const enter = () => act(() => field().focus());
const leave = () => act(() => field().blur());
/** Types a character at the caret. */
const press = (character: string, inputType = 'insertText') => {
  const input = field();
  input.setRangeText(character, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  fireEvent(input, new InputEvent('input', { bubbles: true, data: character, inputType }));
};
const type = (text: string) => [...text].forEach((character) => press(character));
const place = (start: number, end = start) => field().setSelectionRange(start, end);

describe('number field', () => {
  it.each([
    ['en', '64,310.25', '64310.25'],
    ['ep', '64.310,25', '64310,25'],
  ] as const)('is formatted in %s, without groups while focused', async (language, atRest, focused) => {
    await chooseLanguage(language);
    show(typedOf('64310.25'));
    expect(field().value).toBe(atRest);
    enter();
    expect(field().value).toBe(focused);
    leave();
    expect(field().value).toBe(atRest);
  });

  it.each(['1234567.5', '5'])('selects its text on keyboard focus: %s', (decimal) => {
    show(typedOf(decimal));
    enter();
    expect([field().value, field().selectionStart, field().selectionEnd]).toEqual([decimal, 0, decimal.length]);
  });

  it('leaves the caret where the pointer put it', () => {
    show(typedOf('1234567.5'));
    fireEvent.mouseDown(field());
    enter();
    expect([field().value, field().selectionStart, field().selectionEnd]).toEqual(['1234567.5', 9, 9]);
  });

  it('keeps a selection made right after the focus', () => {
    show(typedOf('1234567.5'));
    act(() => {
      field().focus();
      field().select();
    });
    expect([field().value, field().selectionStart, field().selectionEnd]).toEqual(['1234567.5', 0, 9]);
  });

  it('does not reformat text or move the caret while typing', () => {
    const held = show(typedOf('1500'));
    enter();
    place(1);
    press('2');
    expect([field().value, field().selectionStart]).toEqual(['12500', 2]);
    expect(held.value).toEqual(typedOf('12500'));
    place(0, 5);
    type('0.50');
    expect(field().value).toBe('0.50');
    leave();
    expect(field().value).toBe('0.5');
  });

  it('is never cleared for invalid input', () => {
    const held = show();
    enter();
    type('1,5');
    expect([field().value, held.value.kind, remark()]).toEqual(['1,5', 'refused', '']);
    leave();
    expect([field().value, held.value.kind]).toEqual(['1,5', 'refused']);
    expect(remark()).toBe('Not clear. Write it like 1,234.5. Use 1.5');
    fireEvent.click(screen.getByRole('button', { name: 'Use 1.5' }));
    expect([field().value, held.value, remark()]).toEqual(['1.5', typedOf('1.5'), '']);
  });

  it('reports an irreparable error at once, others on blur', () => {
    show();
    enter();
    type('1,5.');
    expect(remark()).toContain('Not clear.');
  });

  it('reports unfinished input after a submit attempt', () => {
    show(EMPTY, { isTold: true });
    enter();
    type('1,5');
    expect(remark()).toContain('Not clear.');
  });

  it('reports rounding during and after typing', () => {
    const held = show(EMPTY, { scale: 2 });
    enter();
    type('64000.509');
    expect([field().value, remark()]).toEqual(['64000.509', 'Too many decimals: rounded down to 64,000.5.']);
    leave();
    expect([field().value, remark()]).toEqual(['64,000.5', 'Too many decimals: rounded down to 64,000.5.']);
    held.put(typedOf('3'));
    expect([field().value, remark()]).toEqual(['3', '']);
  });

  it('shows a value set by the form, even while focused', () => {
    const held = show(typedOf('1500'));
    enter();
    type('x');
    held.put(typedOf('2500'));
    expect(field().value).toBe('2500');
    fireEvent.keyDown(field(), { key: 'ArrowUp' });
    expect(field().value).toBe('6');
  });

  it('keeps its value when the language changes, and invalid text as typed', async () => {
    const held = show(typedOf('64310.25'));
    await act(() => chooseLanguage('ep'));
    expect(field().value).toBe('64.310,25');
    enter();
    await act(() => chooseLanguage('en'));
    expect([field().value, held.value]).toEqual(['64310.25', typedOf('64310.25')]);
    place(0, 99);
    type('1,5');
    leave();
    await act(() => chooseLanguage('ep'));
    expect([field().value, held.value.kind]).toEqual(['1,5', 'refused']);
    expect(remark()).toContain('Usar 1,5');
  });

  it.each(LANGUAGES)('has error messages in %s', async (language) => {
    await chooseLanguage(language);
    show();
    enter();
    type('0,5.0,1');
    leave();
    expect(remark()).not.toMatch(/number\.|\{\{|^$/);
  });
});

describe('decimal key', () => {
  it.each([
    ['ep', '.', '1,5'],
    ['en', ',', '1.5'],
    ['en', '.', '1.5'],
  ] as const)('of the number pad is the decimal point in %s, even if labelled %s', async (language, key, text) => {
    await chooseLanguage(language);
    const held = show();
    enter();
    press('1');
    const pressed = createEvent.keyDown(field(), { key, code: 'NumpadDecimal' });
    fireEvent(field(), pressed);
    if (!pressed.defaultPrevented) press(key);
    press('5');
    expect([field().value, held.value]).toEqual([text, typedOf('1.5')]);
  });

  it('can be undone', async () => {
    await chooseLanguage('ep');
    const held = show();
    enter();
    press('1');
    fireEvent.keyDown(field(), { key: '.', code: 'NumpadDecimal' });
    place(1, 2);
    press('', 'deleteContentBackward');
    expect([field().value, held.value]).toEqual(['1', typedOf('1')]);
  });

  it('of a phone keyboard is the decimal point anywhere in the text', async () => {
    showMedia(true);
    await chooseLanguage('ep');
    const held = show();
    enter();
    type('1525');
    place(2);
    press('.');
    expect([field().value, field().selectionStart, held.value]).toEqual(['15,25', 3, typedOf('15.25')]);
  });

  it('of a normal keyboard is typed as is', async () => {
    await chooseLanguage('ep');
    const held = show();
    enter();
    type('1.5');
    expect([field().value, held.value.kind]).toEqual(['1.5', 'refused']);
  });
});

describe('pasted text', () => {
  const paste = (text: string) => {
    const event = createEvent.paste(field(), { clipboardData: { getData: () => text } });
    fireEvent(field(), event);
    // An input element strips line breaks.
    if (!event.defaultPrevented) press(text.replace(/[\r\n]/g, ''), 'insertFromPaste');
  };

  it.each([
    ['64,000.50\r\n', typedOf('64000.5')],
    ['$64,000.50', expect.objectContaining({ kind: 'refused', fault: 'unit' })],
    ['64,000.50 BTC', typedOf('64000.5')],
  ])('is parsed as a whole: %j', (text, typed) => {
    const held = show();
    enter();
    paste(text);
    expect(held.value).toEqual(typed);
  });

  it.each(['1\n234', '64000\r\n500'])('is not joined across lines: %j', (text) => {
    const held = show();
    enter();
    paste(text);
    expect(held.value.kind).toBe('refused');
  });
});

describe('input method', () => {
  it('composes without interference, then the text is parsed', async () => {
    await chooseLanguage('jp');
    const held = show();
    enter();
    fireEvent.compositionStart(field());
    for (const text of ['１', '１２', '１２。', '１２。５']) {
      field().setRangeText(text, 0, field().value.length, 'end');
      fireEvent(field(), new InputEvent('input', { bubbles: true, data: text, inputType: 'insertCompositionText' }));
      expect(field().value).toBe(text);
    }
    fireEvent.keyDown(field(), { key: 'ArrowUp', isComposing: true });
    fireEvent.compositionEnd(field());
    expect([field().value, held.value]).toEqual(['１２。５', typedOf('12.5')]);
    leave();
    expect(field().value).toBe('12.5');
  });
});

describe('numeric inputs of the client', () => {
  const sources = path.resolve(__dirname, '../../..');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.spec.'),
  );

  it('all use the number field', () => {
    const keys = /inputMode.*decimal|type="number"/;
    const asking = files.filter((file) => keys.test(readFileSync(path.join(sources, file), 'utf8')));
    expect(asking).toEqual([path.join('kit', 'ui', 'form', 'use-number-field.ts')]);
  });
});
