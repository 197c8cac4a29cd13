import { useState } from 'react';
import type { ArticleVersion, ArticleVersionTexts, DeskArticle } from '../../../../../../shared/products/content/staff';
import { HTML_LANG, LANGUAGES, type Language } from '../../../../../../shared/wire/languages';
import { useArticleVersionQuery } from '../../../../admin/api/content-admin-api';
import { LANGUAGE_NAMES } from '../../../../kit/i18n/languages';
import { useTexts, type Texts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Button } from '../../../../kit/ui/controls/button';
import { Mark } from '../../../../kit/ui/figures/mark';
import { Panel } from '../../../../kit/ui/page/panel';
import { Waiting } from '../../../../kit/ui/page/waiting';
import { asLines, draftOf, type ArticleDraft } from './article-draft';
import { ShownText } from './article-preview';
import styles from './content.module.css';
import desk from '../../../../admin/parts/admin.module.css';
import { TextDiff } from './text-diff';

interface ArticleVersionsProps {
  article: DeskArticle;
  language: Language;
  draft: ArticleDraft;
  onRestore: (version: ArticleVersionTexts) => void;
}

/** All saved versions, which are immutable, followed by the text shipped with the program. */
export function ArticleVersions({ article, language, draft, onRestore }: ArticleVersionsProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState<number | null>(null);
  const { standing, versions } = article;
  const numbers = versions.map(({ version }) => version);
  const isShipped = standing.shown === 0 || versions.some(({ savedBy }) => savedBy === null);
  return (
    <Panel title={t('publish.versions')} level={2} lead={t('publish.versions_lead')}>
      <div className={desk.scroll}>
        <table aria-label={t('publish.versions')}>
          <thead>
            <tr>
              <th scope="col">{t('publish.version')}</th>
              <th scope="col">{t('publish.changed')}</th>
              <th scope="col">{t('publish.languages')}</th>
              <th scope="col" className={styles.hash}>
                {t('publish.digest')}
              </th>
              <th scope="col">
                <span className="spoken">{t('table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map((one) => (
              <Row
                key={one.version}
                articleVersion={one}
                article={article}
                isOpen={open === one.version}
                onOpen={setOpen}
              />
            ))}
            {isShipped && (
              <tr>
                <th scope="row" className={desk.rowHead}>
                  {t('publish.version.shipped')}{' '}
                  {standing.shown === 0 && <Mark kind="good" text={t('publish.shown')} />}
                </th>
                <td colSpan={3}>{t('publish.shipped_about')}</td>
                <td className={desk.end}>
                  <LookButton version={0} isOpen={open === 0} onOpen={setOpen} />
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {open !== null && (open === 0 || numbers.includes(open)) && (
        <Version
          key={open}
          article={standing.id}
          version={open}
          language={language}
          draft={draft}
          onRestore={onRestore}
        />
      )}
    </Panel>
  );
}

interface RowProps {
  articleVersion: ArticleVersion;
  article: DeskArticle;
  isOpen: boolean;
  onOpen: (version: number | null) => void;
}

function Row({ articleVersion, article, isOpen, onOpen }: RowProps) {
  const { t } = useTexts();
  const { version, savedBy, savedAt, digest, languages, restored } = articleVersion;
  return (
    <tr>
      <th scope="row" className={desk.rowHead}>
        {version} {marksOf(t, article, version)}
      </th>
      <td>
        {`${dateAndTime(savedAt)} · ${savedBy === null ? t('publish.shipped') : `#${savedBy}`}`}
        {restored !== null && ` · ${t('publish.restored_from', { version: String(restored) })}`}
      </td>
      <td>{`${languages.length} / ${LANGUAGES.length}`}</td>
      <td className={styles.hash}>
        <code translate="no" className={desk.code} title={digest}>
          {digest.slice(0, 12)}
        </code>
      </td>
      <td className={desk.end}>
        <LookButton version={version} isOpen={isOpen} onOpen={onOpen} />
      </td>
    </tr>
  );
}

function marksOf(t: Texts['t'], { standing }: DeskArticle, version: number) {
  const { shown: shownVersion, next, proposed, state } = standing;
  return (
    <>
      {shownVersion === version && state === 'published' && <Mark kind="good" text={t('publish.shown')} />}
      {next?.version === version && <Mark kind="warning" text={t('publish.state.scheduled')} />}
      {proposed?.version === version && <Mark kind="warning" text={t('publish.waits')} />}
    </>
  );
}

function LookButton({ version, isOpen, onOpen }: Pick<RowProps, 'isOpen' | 'onOpen'> & { version: number }) {
  const { t } = useTexts();
  const name = version === 0 ? t('publish.version.shipped') : String(version);
  return (
    <Button
      aria-expanded={isOpen}
      aria-label={`${t(isOpen ? 'publish.hide' : 'publish.look')}: ${name}`}
      onClick={() => onOpen(isOpen ? null : version)}
    >
      {t(isOpen ? 'publish.hide' : 'publish.look')}
    </Button>
  );
}

interface VersionProps {
  article: string;
  version: number;
  language: Language;
  draft: ArticleDraft;
  onRestore: (version: ArticleVersionTexts) => void;
}

/** One version in the edited language, with a diff against the draft. */
function Version({ article, version, language, draft, onRestore }: VersionProps) {
  const { t } = useTexts();
  const { data, error, refetch } = useArticleVersionQuery({ article, version });
  if (!data) {
    return <Waiting error={error} onRetry={refetch} />;
  }
  const text = draftOf(data.category, data.texts).texts[language];
  const params = {
    version: version === 0 ? t('publish.version.shipped') : String(version),
    language: LANGUAGE_NAMES[language],
  };
  return (
    <div className={styles.version}>
      <div className={styles.ways}>
        <b>{t('publish.version_in', params)}</b>
        <Button onClick={() => onRestore(data)}>{t('publish.restore')}</Button>
      </div>
      <div className={styles.columns}>
        <section className={styles.preview} aria-label={t('publish.version_in', params)} lang={HTML_LANG[language]}>
          <ShownText text={text} />
        </section>
        <section className={styles.compare}>
          <p className={styles.previewHead}>{t('publish.diff')}</p>
          <TextDiff
            label={t('publish.diff')}
            before={asLines(text)}
            after={asLines(draft.texts[language])}
            lang={HTML_LANG[language]}
          />
        </section>
      </div>
    </div>
  );
}
