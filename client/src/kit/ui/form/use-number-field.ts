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
  onChange: (typed: Typed) => void;
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
  meant: { text: string; take: () => void } | null;
}

/** Text being typed, while the field has the focus. */
interface Own {
  text: string;
  /** The parsed value of the text. If the field's value differs, the text is outdated. */
  typed: Typed;
  tag: string;
}

export function useNumberField({ value, onChange, onStep, isTold = false, ...of }: NumberFieldTerms) {
  const { language, t } = useTexts();
  const terms: TypedTerms = { ...of, tag: HTML_LANG[language] };
  const { tag } = terms;
  const { point } = marksOf(tag);
  const [own, setOwn] = useState<Own | null>(null);
  const element = useRef<HTMLInputElement>(null);
  const isPointedAt = useRef(false);
  const isOwn = own !== null && own.tag === tag && isSame(own.typed, value);
  const text = isOwn ? own.text : textOf(value, (decimal) => (own ? withDecimalPoint : withGrouping)(decimal, tag));

  const read = (next: string) => {
    const typed = readTyped(next, terms);
    setOwn({ text: next, typed, tag });
    onChange(typed);
  };
  const input = {
    inputMode: of.scale === 0 ? ('numeric' as const) : ('decimal' as const),
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
      setOwn({ text: next, typed: value, tag });
    },
    onBlur: () => setOwn(null),
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      element.current = currentTarget;
      if (isKeypadMark(nativeEvent as InputEvent, point)) {
        const { value: typed, selectionStart } = currentTarget;
        const caret = selectionStart ?? typed.length;
        put(currentTarget, typed.slice(0, caret - 1) + point + typed.slice(caret), caret, caret);
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
  const isTyping = own !== null && !isTold;
  const take = (decimal: string) => {
    onChange(typedOf(decimal));
    element.current?.focus();
  };
  return { input, remark: remarkFor(value, { terms, t, isTyping, take }) };
}

function textOf(typed: Typed, show: (decimal: string) => string): string {
  if (typed.kind === 'empty') return '';
  return typed.kind === 'number' ? show(typed.decimal) : typed.text;
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
  take: (decimal: string) => void;
}

function remarkFor(typed: Typed, { terms, t, isTyping, take }: RemarkTerms): Remark | null {
  if (typed.kind === 'number' && typed.cut !== null) {
    return {
      kind: 'cut',
      text: t(`number.cut.${typed.cut}`, { number: withGrouping(typed.decimal, terms.tag) }),
      meant: null,
    };
  }
  if (typed.kind !== 'refused' || (isTyping && typed.isUnfinished)) return null;
  const { meant } = typed;
  return {
    kind: 'fault',
    text: faultText(typed, terms, t),
    meant:
      meant === null
        ? null
        : { text: t('number.meant', { number: withGrouping(meant, terms.tag) }), take: () => take(meant) },
  };
}

/** Explains why a text is no number, with an example. */
function faultText(
  { fault }: RefusedInput,
  { tag, scale, unit = '' }: Omit<TypedTerms, 'beyond'>,
  t: Texts['t'],
): string {
  const example = withGrouping(scale === 0 ? '1234' : '1234.5', tag);
  return t(fault === 'fine' && scale === 0 ? 'number.refused.whole' : `number.refused.${fault}`, { example, unit });
}
