import { useId } from 'react';
import type { ArticleCategory, ArticleKind } from '../../../../../../shared/products/content/wire';
import {
  ARTICLE_BODY_MAX,
  ARTICLE_SUMMARY_MAX,
  ARTICLE_TITLE_MAX,
  type ArticleText,
} from '../../../../../../shared/products/content/staff';
import { HTML_LANG, type Language } from '../../../../../../shared/wire/languages';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Choice } from '../../../../kit/ui/controls/choice';
import { CATEGORIES_OF } from './article-draft';
import styles from './content.module.css';
import { MarkdownField } from './markdown-field';

interface ArticleFieldsProps {
  language: Language;
  text: ArticleText;
  onChange: (text: ArticleText) => void;
}

/** Fields for the text of one language. */
export function ArticleFields({ language, text, onChange }: ArticleFieldsProps) {
  const { t } = useTexts();
  const lang = HTML_LANG[language];
  return (
    <div className={styles.fields}>
      <LineField
        label={t('publish.title')}
        value={text.title}
        lang={lang}
        lengthMax={ARTICLE_TITLE_MAX}
        onChange={(title) => onChange({ ...text, title })}
      />
      <LineField
        label={t('publish.summary')}
        value={text.summary}
        lang={lang}
        lengthMax={ARTICLE_SUMMARY_MAX}
        onChange={(summary) => onChange({ ...text, summary })}
      />
      <MarkdownField
        value={text.body}
        lang={lang}
        lengthMax={ARTICLE_BODY_MAX}
        onChange={(body) => onChange({ ...text, body })}
      />
    </div>
  );
}

interface LineFieldProps {
  label: string;
  value: string;
  lang?: string;
  lengthMax: number;
  onChange: (value: string) => void;
}

export function LineField({ label, value, lang, lengthMax, onChange }: LineFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.line}
        type="text"
        autoComplete="off"
        lang={lang}
        maxLength={lengthMax}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

interface CategoryFieldProps {
  kind: ArticleKind;
  value: ArticleCategory | null;
  onChange: (category: ArticleCategory) => void;
}

/** Choice of a category; most kinds have none. */
export function CategoryField({ kind, value, onChange }: CategoryFieldProps) {
  const { t } = useTexts();
  const id = useId();
  const [first, ...others] = CATEGORIES_OF[kind];
  if (!first) return null;
  return (
    <div className={styles.category}>
      <label htmlFor={id}>{t('publish.category')}</label>
      <Choice<ArticleCategory>
        id={id}
        value={value ?? first}
        options={[first, ...others].map((name) => ({ value: name, text: t(`article.category.${name}`) }))}
        onChange={onChange}
      />
    </div>
  );
}
