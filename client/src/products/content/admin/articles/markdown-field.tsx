import { Bold, Heading2, Italic, Link as LinkIcon, List, type LucideIcon } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { markupFaults } from '../../../../../../shared/articles/article-markup';
import { hostsIn } from '../../../../../../shared/products/identity/rules/links';
import { useDeskConfig } from '../../../../kit/entities/config/config-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import styles from './content.module.css';
import { MARK_KEYS, marked, MARKS, type MarkName } from './markdown-marks';

const ICONS: Readonly<Record<MarkName, LucideIcon>> = {
  bold: Bold,
  italic: Italic,
  heading: Heading2,
  list: List,
  link: LinkIcon,
};
const ROWS = 18;

interface MarkdownFieldProps {
  value: string;
  lengthMax: number;
  /** Language of the text. */
  lang: string;
  onChange: (value: string) => void;
}

/** Markdown input with a toolbar and faults below. */
export function MarkdownField({ value, lengthMax, lang, onChange }: MarkdownFieldProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const hosts = hostsIn(useDeskConfig().link_hosts);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const choice = useRef<readonly [number, number] | null>(null);
  useLayoutEffect(() => {
    if (choice.current === null || !area.current) return;
    area.current.setSelectionRange(...choice.current);
    choice.current = null;
  }, [value]);

  const mark = (name: MarkName) => {
    const field = area.current;
    if (!field) return;
    const { from, to, text, start, end } = marked(name, field.value, field.selectionStart, field.selectionEnd);
    field.focus();
    choice.current = [start, end];
    onChange(field.value.slice(0, from) + text + field.value.slice(to));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const pressed = `${event.shiftKey ? 'Shift+' : ''}${event.key.toUpperCase()}`;
    const name = MARKS.find((one) => MARK_KEYS[one] === pressed);
    if (!name) return;
    event.preventDefault();
    mark(name);
  };
  const errorCodes = markupFaults(value, hosts);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('publish.body')}</label>
      <div className={styles.tools} role="toolbar" aria-label={t('publish.tools')}>
        {MARKS.map((name) => {
          const Icon = ICONS[name];
          const label = t(`publish.tool.${name}`);
          return (
            <button
              key={name}
              type="button"
              aria-label={label}
              aria-keyshortcuts={`Control+${MARK_KEYS[name]}`}
              title={`${label} (Ctrl+${MARK_KEYS[name]})`}
              onClick={() => mark(name)}
            >
              <Icon size={16} aria-hidden="true" />
            </button>
          );
        })}
        <span className={styles.counter} data-over={value.length > lengthMax}>
          {`${value.length} / ${lengthMax}`}
        </span>
      </div>
      <textarea
        ref={area}
        id={id}
        className={styles.body}
        lang={lang}
        rows={ROWS}
        value={value}
        aria-invalid={errorCodes.length > 0}
        aria-describedby={`${id}-below`}
        onKeyDown={onKeyDown}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-below`} className={styles.below} data-kind={errorCodes.length > 0 ? 'bad' : 'hint'}>
        {errorCodes.length > 0
          ? errorCodes.map((errorCode) => serverText('field', errorCode)).join(' ')
          : t('publish.body_hint')}
      </p>
    </div>
  );
}
