import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import styles from './choice.module.css';

export interface ChoiceOption<Value extends string> {
  value: Value;
  text: string;
  /** Short text for the button. */
  short?: string | undefined;
}

interface ChoiceProps<Value extends string> {
  /** Accessible name; hidden where a heading or an icon shows it. */
  label?: string;
  /** Id of the button, for an outside `label`. */
  id?: string;
  value: Value;
  options: readonly ChoiceOption<Value>[];
  onChange: (value: Value) => void;
  /** `row`: as wide as its form row; `small`: for the tools of a panel. */
  size?: 'own' | 'row' | 'small';
  isDisabled?: boolean;
  isRequired?: boolean;
  isInvalid?: boolean;
  describedBy?: string;
}

/** Typed letters within this time form one search text. */
const WORD_MS = 700;

/**
 * Select-only combobox. Its list is in the top layer, so that scroll panels and dialogs do not clip it. It consists of spans, so that it may
 * stand in a line of text.
 */
export function Choice<Value extends string>(properties: ChoiceProps<Value>) {
  const { label, id, value, options, onChange, size = 'own' } = properties;
  const { isDisabled, isRequired, isInvalid, describedBy } = properties;
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLSpanElement>(null);
  const typeahead = useRef({ prefix: '', at: 0 });
  const selectedIndex = options.findIndex((option) => option.value === value);
  /** Option that Enter would select; null while the list is closed. */
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const isOpen = activeIndex !== null;

  useEffect(() => {
    if (!isOpen) return;
    const close = () => setActiveIndex(null);
    place(button.current, list.current);
    // Scrolling of the page would separate the list from its button.
    const scrolled = ({ target }: Event) => target !== list.current && close();
    window.addEventListener('resize', close);
    window.addEventListener('scroll', scrolled, true);
    return () => {
      window.removeEventListener('resize', close);
      window.removeEventListener('scroll', scrolled, true);
    };
  }, [isOpen]);
  useEffect(() => {
    if (activeIndex !== null) list.current?.children[activeIndex]?.scrollIntoView?.({ block: 'nearest' });
  }, [activeIndex]);

  const select = (index: number) => {
    setActiveIndex(null);
    const option = options[index];
    if (option && option.value !== value) onChange(option.value);
  };
  const findByLetter = (letter: string, fromIndex: number, now: number) => {
    const prefix = now - typeahead.current.at < WORD_MS ? typeahead.current.prefix + letter : letter;
    typeahead.current = { prefix, at: now };
    // Repeating a letter moves to the next option that starts with it.
    const start = prefix.length === 1 ? fromIndex + 1 : fromIndex;
    const order = options.map((_, index) => (start + index) % options.length);
    return order.find((index) => options[index].text.toLowerCase().startsWith(prefix.toLowerCase()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    const at = activeIndex ?? Math.max(selectedIndex, 0);
    const next =
      key === 'ArrowDown' && !altKey
        ? Math.min(at + (isOpen ? 1 : 0), options.length - 1)
        : key === 'ArrowUp' && !altKey
          ? Math.max(at - (isOpen ? 1 : 0), 0)
          : key === 'ArrowDown'
            ? at
            : key === 'Home'
              ? 0
              : key === 'End'
                ? options.length - 1
                : key.length === 1 && key !== ' '
                  ? findByLetter(key, at, event.timeStamp)
                  : undefined;
    if (next !== undefined) {
      event.preventDefault();
      setActiveIndex(next);
    } else if (isOpen && (key === 'Enter' || key === ' ' || (key === 'ArrowUp' && altKey))) {
      event.preventDefault();
      select(at);
    } else if (isOpen && key === 'Escape') {
      // Closes only the list, not its dialog.
      event.preventDefault();
      event.stopPropagation();
      setActiveIndex(null);
    }
  };
  return (
    <span className={styles.choice} data-size={size}>
      <button
        ref={button}
        id={id}
        type="button"
        role="combobox"
        aria-label={label}
        title={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen ? `${listId}-${activeIndex}` : undefined}
        aria-required={isRequired}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        className={styles.button}
        disabled={isDisabled}
        onClick={() => setActiveIndex(isOpen ? null : Math.max(selectedIndex, 0))}
        onKeyDown={onKeyDown}
        onBlur={() => setActiveIndex(null)}
      >
        <span>{options[selectedIndex]?.short ?? options[selectedIndex]?.text}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {isOpen && (
        <span ref={list} id={listId} role="listbox" aria-label={label} popover="manual" className={styles.list}>
          {options.map((option, index) => (
            // The button has the keyboard focus and names the active option.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <span
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === selectedIndex}
              data-active={index === activeIndex}
              // Keeps the focus on the button.
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setActiveIndex(index)}
              onClick={() => select(index)}
            >
              {option.text}
              {index === selectedIndex && <Check size={14} aria-hidden="true" />}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

/** Placed below the button, or above if there is more room. */
function place(button: HTMLElement | null, list: HTMLElement | null): void {
  if (!button || !list) return;
  list.showPopover?.();
  const { left, top, bottom, width } = button.getBoundingClientRect();
  list.style.minWidth = `${width}px`;
  const isAbove = bottom + list.offsetHeight > innerHeight && top > innerHeight - bottom;
  list.style.maxHeight = `${Math.max(isAbove ? top : innerHeight - bottom, MIN_HEIGHT) - MARGIN}px`;
  list.style.left = `${Math.max(0, Math.min(left, document.documentElement.clientWidth - list.offsetWidth))}px`;
  list.style.top = `${isAbove ? top - list.offsetHeight - GAP : bottom + GAP}px`;
}

const GAP = 4;
const MARGIN = 12;
const MIN_HEIGHT = 120;
