/**
 * Makes an input take numbers in the language of the page. While somebody types, the text is theirs: nothing is put in or taken
 * away under the caret. When they leave, it is shown as the rest of the screen shows numbers; what is no number stays as it is.
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
  editable,
  marksOf,
  readTyped,
  typedOf,
  written,
  type Refused,
  type Typed,
  type TypedTerms,
} from '../../lib/numbers/typed';

export interface NumberFieldTerms extends Omit<TypedTerms, 'tag'> {
  value: Typed;
  onChange: (typed: Typed) => void;
  /** Arrow keys: one step up or down. */
  onStep?: (steps: 1 | -1) => void;
  /** Somebody has tried to go on: what is not finished is said too. */
  isTold?: boolean;
}

/** What there is to say of a number below its field. */
export interface Remark {
  kind: 'fault' | 'cut';
  text: string;
  /** What was probably meant, to be taken over by a click. */
  meant: { text: string; take: () => void } | null;
}

/** The text as it is being typed, as long as the field has the focus. */
interface Own {
  text: string;
  /** What it was read as: when the field holds something else by now, the text is out of date. */
  typed: Typed;
  tag: string;
}

export function useNumberField({ value, onChange, onStep, isTold = false, ...of }: NumberFieldTerms) {
  const { language, say } = useTexts();
  const terms: TypedTerms = { ...of, tag: HTML_LANG[language] };
  const { tag } = terms;
  const { point } = marksOf(tag);
  const [own, setOwn] = useState<Own | null>(null);
  const element = useRef<HTMLInputElement>(null);
  const isPointedAt = useRef(false);
  const isOwn = own !== null && own.tag === tag && isSame(own.typed, value);
  const text = isOwn ? own.text : textOf(value, (decimal) => (own ? editable : written)(decimal, tag));

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
      const next = textOf(value, (decimal) => editable(decimal, tag));
      // All of it selected, as by the Tab key; but a pointer puts the caret where it is.
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
      // The key of the number pad is the one for the point, whatever its keyboard's language prints on it.
      if (event.code === 'NumpadDecimal' && isMark(event.key) && event.key !== point) {
        event.preventDefault();
        insert(event.currentTarget, point);
      }
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const pasted = event.clipboardData.getData('text').trim();
      if (!/[\r\n]/.test(pasted)) return;
      // An input would join the lines: of two numbers below each other it would make a third one.
      event.preventDefault();
      insert(event.currentTarget, pasted.replace(/\s*[\r\n]+\s*/g, ' | '));
    },
  };
  const isTyping = own !== null && !isTold;
  const take = (decimal: string) => {
    onChange(typedOf(decimal));
    element.current?.focus();
  };
  return { input, remark: remarkOn(value, { terms, say, isTyping, take }) };
}

function textOf(typed: Typed, show: (decimal: string) => string): string {
  if (typed.kind === 'empty') return '';
  return typed.kind === 'number' ? show(typed.decimal) : typed.text;
}

function isSame(a: Typed, b: Typed): boolean {
  if (a.kind === 'number' && b.kind === 'number') return a.decimal === b.decimal && a.cut === b.cut;
  return a.kind === 'refused' && b.kind === 'refused' ? a.text === b.text : a.kind === b.kind;
}

/** At once, and not with the next rendering: whatever selects text after this selects in the text that stays. */
function put(input: HTMLInputElement, text: string, start: number, end: number): void {
  input.value = text;
  input.setSelectionRange(start, end);
}

function isMark(text: string | null): boolean {
  return text === '.' || text === ',';
}

/** The keypad of a phone has one key for the point, with the mark of the phone's region on it. Nobody groups digits there. */
function isKeypadMark({ inputType, data }: InputEvent, point: string): boolean {
  return inputType === 'insertText' && isMark(data) && data !== point && matchMedia('(pointer: coarse)').matches;
}

/** As if it had been typed. */
function insert(input: HTMLInputElement, text: string): void {
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

interface RemarkTerms {
  terms: TypedTerms;
  say: Texts['say'];
  isTyping: boolean;
  take: (decimal: string) => void;
}

function remarkOn(typed: Typed, { terms, say, isTyping, take }: RemarkTerms): Remark | null {
  if (typed.kind === 'number' && typed.cut !== null) {
    return {
      kind: 'cut',
      text: say(`number.cut.${typed.cut}`, { number: written(typed.decimal, terms.tag) }),
      meant: null,
    };
  }
  if (typed.kind !== 'refused' || (isTyping && typed.isUnfinished)) return null;
  const { meant } = typed;
  return {
    kind: 'fault',
    text: faultText(typed, terms, say),
    meant:
      meant === null
        ? null
        : { text: say('number.meant', { number: written(meant, terms.tag) }), take: () => take(meant) },
  };
}

/** Why a text is no number here, and how one is written. */
function faultText(
  { fault }: Refused,
  { tag, scale, unit = '' }: Omit<TypedTerms, 'beyond'>,
  say: Texts['say'],
): string {
  const example = written(scale === 0 ? '1234' : '1234.5', tag);
  return say(fault === 'fine' && scale === 0 ? 'number.refused.whole' : `number.refused.${fault}`, { example, unit });
}
