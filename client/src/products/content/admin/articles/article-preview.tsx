import type { ArticleText } from '../../../../../../shared/products/content/staff';
import { DEFAULT_LANGUAGE, HTML_LANG, type Language } from '../../../../../../shared/wire/languages';
import { Prose } from '../../../../kit/read-text/prose';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { completeness } from './article-draft';
import styles from './content.module.css';

interface ArticlePreviewProps {
  language: Language;
  text: ArticleText;
  english: ArticleText;
}

/** Preview for readers of the language, rendered by the same components as the page. */
export function ArticlePreview({ language, text, english }: ArticlePreviewProps) {
  const { t } = useTexts();
  const isWhole = completeness(text) === 'whole';
  const isEnglish = completeness(text) === 'none' && language !== DEFAULT_LANGUAGE && completeness(english) === 'whole';
  const previewText = isEnglish ? english : text;
  return (
    <section className={styles.preview} aria-label={t('publish.preview')}>
      <p className={styles.previewHead}>
        {t('publish.preview')}
        {!isWhole && <span>{t(isEnglish ? 'publish.preview_english' : 'publish.preview_part')}</span>}
      </p>
      <div lang={HTML_LANG[isEnglish ? DEFAULT_LANGUAGE : language]}>
        <ShownText text={previewText} />
      </div>
    </section>
  );
}

export function ShownText({ text }: { text: ArticleText }) {
  return (
    <>
      {text.title !== '' && <p className={styles.shownTitle}>{text.title}</p>}
      {text.summary !== '' && <p className={styles.shownLead}>{text.summary}</p>}
      <Prose text={text.body} />
    </>
  );
}
