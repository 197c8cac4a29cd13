import type { DeskArticle } from '../../../../../shared/products/content/staff';
import { HTML_LANG, LANGUAGES, type Language } from '../../../../../shared/wire/languages';
import { LANGUAGE_NAMES } from '../../../shared/i18n/languages';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { asLines, draftOf, type ArticleDraft } from './article-draft';
import styles from './content.module.css';
import { TextDiff } from './text-diff';

interface ArticleConflictProps {
  /** As somebody else has saved or published it meanwhile. */
  theirs: DeskArticle;
  ours: ArticleDraft;
  language: Language;
  onKeep: () => void;
  onTake: () => void;
}

/** Two have worked on it at once: what the other did stays a version, whichever of the two goes on. */
export function ArticleConflict({ theirs, ours, language, onKeep, onTake }: ArticleConflictProps) {
  const { say } = useTexts();
  const { changedBy, changedAt, latest } = theirs.standing;
  const known = draftOf(theirs.standing.category, theirs.texts);
  const differing = LANGUAGES.filter((name) => asLines(known.texts[name]) !== asLines(ours.texts[name]));
  return (
    <section className={styles.conflict} role="alert" aria-label={say('publish.conflict')}>
      <b>{say('publish.conflict')}</b>
      <p>
        {say('publish.conflict_who', {
          who: changedBy === null ? '—' : `#${changedBy}`,
          time: changedAt === null ? '—' : dateAndTime(changedAt),
          version: String(latest),
        })}{' '}
        {differing.length > 0 &&
          say('publish.conflict_languages', { names: differing.map((name) => LANGUAGE_NAMES[name]).join(', ') })}
      </p>
      <TextDiff
        label={say('publish.conflict_diff')}
        before={asLines(known.texts[language])}
        after={asLines(ours.texts[language])}
        lang={HTML_LANG[language]}
      />
      <div className={styles.ways}>
        <Button onClick={onKeep}>{say('publish.conflict_keep')}</Button>
        <Button onClick={onTake}>{say('publish.conflict_take')}</Button>
      </div>
    </section>
  );
}
