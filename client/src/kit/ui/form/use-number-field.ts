/**
 * Number input in the page's language. While focused, the text is never reformatted. On blur it takes the screen's format; invalid text stays
 * as typed.
 */
import {
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import { useTexts, type Texts } from '../../i18n/use-texts';
import {
  withDecimalPoint,
  marksOf,
  readTyped,
  typedOf,
  withGrouping,
  type RefusedInput,
  type Typed,
  type TypedTerms,
} from '../../lib/numbers/typed';

export interface NumberFieldTerms extends Omit<TypedTerms, 'tag'> {
  value: Typed;
  onChange: (value: Typed) => void;
  /** Arrow keys: one step up or down. */
  onStep?: (steps: 1 | -1) => void;
  /** After a submit attempt, unfinished input is reported too. */
  isTold?: boolean;
}

/** A remark below a number field. */
export interface Remark {
  kind: 'fault' | 'cut';
  text: string;
  /** Probable correction, applied by a click. */
  meant: { text: string; apply: () => void } | null;
}

/** Text being typed, while the field has the focus. */
interface InputDraft {
  text: string;
  /** The parsed value of the text. If the field's value differs, the text is outdated. */
  parsedInput: Typed;
  tag: string;
}

export function useNumberField({ value, onChange, onStep, isTold = false, ...fieldTerms }: NumberFieldTerms) {
  const { language, t } = useTexts();
  const terms: TypedTerms = { ...fieldTerms, tag: HTML_LANG[language] };
  const { tag } = terms;
  const { point } = marksOf(tag);
  const [draft, setDraft] = useState<InputDraft | null>(null);
  const element = useRef<HTMLInputElement>(null);
  const isPointedAt = useRef(false);
  const isDraftCurrent = draft !== null && draft.tag === tag && isSame(draft.parsedInput, value);
  const text = isDraftCurrent
    ? draft.text
    : textOf(value, (decimal) => (draft ? withDecimalPoint : withGrouping)(decimal, tag));

  const read = (next: string) => {
    const parsedInput = readTyped(next, terms);
    setDraft({ text: next, parsedInput, tag });
    onChange(parsedInput);
  };
  const input = {
    inputMode: fieldTerms.scale === 0 ? ('numeric' as const) : ('decimal' as const),
    autoComplete: 'off',
    value: text,
    onMouseDown: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      isPointedAt.current = document.activeElement !== currentTarget;
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      element.current = currentTarget;
      const next = textOf(value, (decimal) => withDecimalPoint(decimal, tag));
      // Selects all on keyboard focus; a pointer sets the caret.
      put(currentTarget, next, isPointedAt.current ? next.length : 0, next.length);
      isPointedAt.current = false;
      setDraft({ text: next, parsedInput: value, tag });
    },
    onBlur: () => setDraft(null),
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      element.current = currentTarget;
      if (isKeypadMark(nativeEvent as InputEvent, point)) {
        const { value: currentText, selectionStart } = currentTarget;
        const caret = selectionStart ?? currentText.length;
        put(currentTarget, currentText.slice(0, caret - 1) + point + currentText.slice(caret), caret, caret);
      }
      read(currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.nativeEvent.isComposing) return;
      const steps = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
      if (steps !== 0 && onStep) {
        event.preventDefault();
        onStep(steps);
      }
      // The number pad's decimal key, whatever mark its keyboard layout prints.
      if (event.code === 'NumpadDecimal' && isMark(event.key) && event.key !== point) {
        event.preventDefault();
        insert(event.currentTarget, point);
      }
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const pasted = event.clipboardData.getData('text').trim();
      if (!/[\r\n]/.test(pasted)) return;
      // An input joins pasted lines, which would turn two numbers into a third.
      event.preventDefault();
      insert(event.currentTarget, pasted.replace(/\s*[\r\n]+\s*/g, ' | '));
    },
  };
  const isTyping = draft !== null && !isTold;
  const apply = (decimal: string) => {
    onChange(typedOf(decimal));
    element.current?.focus();
  };
  return { input, remark: remarkFor(value, { terms, t, isTyping, apply }) };
}

function textOf(value: Typed, show: (decimal: string) => string): string {
  if (value.kind === 'empty') return '';
  return value.kind === 'number' ? show(value.decimal) : value.text;
}

function isSame(a: Typed, b: Typed): boolean {
  if (a.kind === 'number' && b.kind === 'number') return a.decimal === b.decimal && a.cut === b.cut;
  return a.kind === 'refused' && b.kind === 'refused' ? a.text === b.text : a.kind === b.kind;
}

/** Set synchronously, not with the next render, so that a following selection applies to the final text. */
function put(input: HTMLInputElement, text: string, start: number, end: number): void {
  input.value = text;
  input.setSelectionRange(start, end);
}

function isMark(text: string | null): boolean {
  return text === '.' || text === ',';
}

/** A phone's keypad has one decimal key, with the mark of the phone's region. Its users do not type group marks. */
function isKeypadMark({ inputType, data }: InputEvent, point: string): boolean {
  return inputType === 'insertText' && isMark(data) && data !== point && matchMedia('(pointer: coarse)').matches;
}

/** Inserts text as if typed. */
function insert(input: HTMLInputElement, text: string): void {
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

interface RemarkTerms {
  terms: TypedTerms;
  t: Texts['t'];
  isTyping: boolean;
  apply: (decimal: string) => void;
}

function remarkFor(value: Typed, { terms, t, isTyping, apply }: RemarkTerms): Remark | null {
  if (value.kind === 'number' && value.cut !== null) {
    return {
      kind: 'cut',
      text: t(`number.cut.${value.cut}`, { number: withGrouping(value.decimal, terms.tag) }),
      meant: null,
    };
  }
  if (value.kind !== 'refused' || (isTyping && value.isUnfinished)) return null;
  const { meant } = value;
  return {
    kind: 'fault',
    text: faultText(value, terms, t),
    meant:
      meant === null
        ? null
        : { text: t('number.meant', { number: withGrouping(meant, terms.tag) }), apply: () => apply(meant) },
  };
}

/** Explains why a text is no number, with an example. */
function faultText(
  { fault: reason }: RefusedInput,
  { tag, scale, unit = '' }: Omit<TypedTerms, 'beyond'>,
  t: Texts['t'],
): string {
  const example = withGrouping(scale === 0 ? '1234' : '1234.5', tag);
  return t(reason === 'fine' && scale === 0 ? 'number.refused.whole' : `number.refused.${reason}`, { example, unit });
}
