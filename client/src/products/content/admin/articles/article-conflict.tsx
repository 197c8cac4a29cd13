import type { DeskArticle } from '../../../../../../shared/products/content/staff';
import { HTML_LANG, LANGUAGES, type Language } from '../../../../../../shared/wire/languages';
import { LANGUAGE_NAMES } from '../../../../kit/i18n/languages';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Button } from '../../../../kit/ui/controls/button';
import { asLines, draftOf, type ArticleDraft } from './article-draft';
import styles from './content.module.css';
import { TextDiff } from './text-diff';

interface ArticleConflictProps {
  /** The article as another editor has saved or published it meanwhile. */
  conflictingArticle: DeskArticle;
  ownDraft: ArticleDraft;
  language: Language;
  onKeep: () => void;
  onTake: () => void;
}

/** Shown when two editors changed the article. Either choice keeps the other's version in the history. */
export function ArticleConflict({ conflictingArticle, ownDraft, language, onKeep, onTake }: ArticleConflictProps) {
  const { t } = useTexts();
  const { changedBy, changedAt, latest } = conflictingArticle.standing;
  const conflictingDraft = draftOf(conflictingArticle.standing.category, conflictingArticle.texts);
  const differing = LANGUAGES.filter((name) => asLines(conflictingDraft.texts[name]) !== asLines(ownDraft.texts[name]));
  return (
    <section className={styles.conflict} role="alert" aria-label={t('publish.conflict')}>
      <b>{t('publish.conflict')}</b>
      <p>
        {t('publish.conflict_who', {
          who: changedBy === null ? '—' : `#${changedBy}`,
          time: changedAt === null ? '—' : dateAndTime(changedAt),
          version: String(latest),
        })}{' '}
        {differing.length > 0 &&
          t('publish.conflict_languages', { names: differing.map((name) => LANGUAGE_NAMES[name]).join(', ') })}
      </p>
      <TextDiff
        label={t('publish.conflict_diff')}
        before={asLines(conflictingDraft.texts[language])}
        after={asLines(ownDraft.texts[language])}
        lang={HTML_LANG[language]}
      />
      <div className={styles.ways}>
        <Button onClick={onKeep}>{t('publish.conflict_keep')}</Button>
        <Button onClick={onTake}>{t('publish.conflict_take')}</Button>
      </div>
    </section>
  );
}
