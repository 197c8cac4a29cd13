import * as Popover from '@radix-ui/react-popover';
import { Command } from 'cmdk';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTexts } from '../../../i18n/use-texts';
import styles from './combobox.module.css';
import controlStyles from '../control.module.css';
import type { FieldControl } from '../field';

export interface ComboboxOption<Value extends string> {
  value: Value;
  /** Text to search and to show. */
  text: string;
  /** Label in the list, if different from the text. */
  label?: ReactNode;
  /** Label in the field, if different from the list. */
  selectedLabel?: ReactNode;
  isDisabled?: boolean;
}

interface ComboboxProps<Value extends string> extends FieldControl {
  options: readonly ComboboxOption<Value>[];
  value?: Value | undefined;
  onChange?: (value: Value | undefined) => void;
  onBlur?: () => void;
  /** Shown without a value. */
  placeholder?: string;
  /** Adds an empty option. */
  isClearable?: boolean;
  isDisabled?: boolean;
  /** Replaces an empty list of options. */
  none?: ReactNode;
  /** Makes the list wider than the field. */
  isListWide?: boolean;
  size?: 'body' | 'large';
  'aria-label'?: string;
}

/** No option has it. cmdk never highlights an item whose value is empty. */
const NOTHING = '\u0000';

/** Searchable select. Its list is in the nearest dialog: a list at page level would be below the dialog. */
export function Combobox<Value extends string>(properties: ComboboxProps<Value>) {
  const { options, value, onChange, onBlur, placeholder = '', isClearable = false, isDisabled = false } = properties;
  const { none, isListWide = false, size = 'body', ...others } = properties;
  const { id, 'aria-label': label } = properties;
  const { t } = useTexts();
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  const selectedOption = options.find((option) => option.value === value);
  const found = options.filter(({ text }) => includesText(text, search));

  const open = (text: string) => {
    setSearch(text);
    setOpen(true);
  };
  /** Tab continues from the button, as the list is elsewhere in the DOM. */
  const leave = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return;
    isLeft.current = true;
    button.current?.focus();
    setOpen(false);
  };
  const select = (next: Value | undefined) => {
    setOpen(false);
    if (next !== value) onChange?.(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isLetter = key.length === 1 && key !== ' ';
    if (!isLetter && key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    open(isLetter ? key : '');
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => (next ? open('') : setOpen(false))}>
      <span className={controlStyles.frame} data-size={size}>
        <Popover.Trigger asChild>
          <button
            ref={button}
            type="button"
            role="combobox"
            id={id}
            aria-label={label}
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-invalid={others['aria-invalid']}
            aria-describedby={others['aria-describedby']}
            aria-required={others['aria-required']}
            className={styles.button}
            disabled={isDisabled}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (!isOpen) onBlur?.();
            }}
          >
            <span className={styles.chosen} data-empty={selectedOption === undefined}>
              {selectedOption?.selectedLabel ?? selectedOption?.label ?? selectedOption?.text ?? placeholder}
            </span>
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        </Popover.Trigger>
      </span>
      <Popover.Portal container={button.current?.closest('dialog') ?? undefined}>
        <Popover.Content
          id={listId}
          className={styles.list}
          data-wide={isListWide}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label ?? t('page.search')}
          onOpenAutoFocus={(event) => {
            if (!input.current) return;
            // Radix selects the text, so a second letter would replace the first one.
            event.preventDefault();
            input.current.focus();
            input.current.setSelectionRange(search.length, search.length);
          }}
          // The focus does not return to the button, so its blur event never fires.
          onPointerDownOutside={() => onBlur?.()}
          onCloseAutoFocus={(event) => {
            if (isLeft.current) event.preventDefault();
            isLeft.current = false;
          }}
        >
          <Command
            label={t('page.search')}
            defaultValue={value ?? NOTHING}
            // cmdk's own filter moves disabled options to the top.
            shouldFilter={false}
            onKeyDown={leave}
          >
            {options.length > 0 && (
              <Command.Input ref={input} value={search} onValueChange={setSearch} placeholder={t('page.search')} />
            )}
            <Command.List label={label ?? t('page.search')}>
              <Command.Empty>{options.length === 0 ? (none ?? t('palette.none')) : t('palette.none')}</Command.Empty>
              {isClearable && search === '' && options.length > 0 && (
                <Command.Item value={NOTHING} onSelect={() => select(undefined)}>
                  {placeholder || '—'}
                </Command.Item>
              )}
              {found.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.isDisabled}
                  data-chosen={option.value === value}
                  onSelect={() => select(option.value)}
                >
                  {option.label ?? option.text}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function includesText(text: string, searchText: string): boolean {
  return text.toLocaleLowerCase().includes(searchText.trim().toLocaleLowerCase());
}
