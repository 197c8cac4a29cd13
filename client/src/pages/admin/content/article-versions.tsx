import { useState } from 'react';
import type { ArticleVersion, ArticleVersionTexts, DeskArticle } from '../../../../../shared/products/content/staff';
import { HTML_LANG, LANGUAGES, type Language } from '../../../../../shared/wire/languages';
import { useArticleVersionQuery } from '../../../entities/staff/content-desk-api';
import { LANGUAGE_NAMES } from '../../../shared/i18n/languages';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { asLines, draftOf, type ArticleDraft } from './article-draft';
import { ShownText } from './article-preview';
import styles from './content.module.css';
import desk from '../parts/desk.module.css';
import { TextDiff } from './text-diff';

interface ArticleVersionsProps {
  article: DeskArticle;
  language: Language;
  draft: ArticleDraft;
  onRestore: (version: ArticleVersionTexts) => void;
}

/** Everything that was ever saved; nothing of it changes. The program's own text stands below. */
export function ArticleVersions({ article, language, draft, onRestore }: ArticleVersionsProps) {
  const { say } = useTexts();
  const [open, setOpen] = useState<number | null>(null);
  const { standing, versions } = article;
  const numbers = versions.map(({ version }) => version);
  const isShipped = standing.shown === 0 || versions.some(({ savedBy }) => savedBy === null);
  return (
    <Panel title={say('publish.versions')} level={2} lead={say('publish.versions_lead')}>
      <div className={desk.scroll}>
        <table aria-label={say('publish.versions')}>
          <thead>
            <tr>
              <th scope="col">{say('publish.version')}</th>
              <th scope="col">{say('publish.changed')}</th>
              <th scope="col">{say('publish.languages')}</th>
              <th scope="col" className={styles.hash}>
                {say('publish.digest')}
              </th>
              <th scope="col">
                <span className="spoken">{say('table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map((one) => (
              <Row key={one.version} of={one} article={article} isOpen={open === one.version} onOpen={setOpen} />
            ))}
            {isShipped && (
              <tr>
                <th scope="row" className={desk.rowHead}>
                  {say('publish.version.shipped')}{' '}
                  {standing.shown === 0 && <Mark kind="good" text={say('publish.shown')} />}
                </th>
                <td colSpan={3}>{say('publish.shipped_about')}</td>
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
  of: ArticleVersion;
  article: DeskArticle;
  isOpen: boolean;
  onOpen: (version: number | null) => void;
}

function Row({ of, article, isOpen, onOpen }: RowProps) {
  const { say } = useTexts();
  const { version, savedBy, savedAt, digest, languages, restored } = of;
  return (
    <tr>
      <th scope="row" className={desk.rowHead}>
        {version} {marksOf(say, article, version)}
      </th>
      <td>
        {`${dateAndTime(savedAt)} · ${savedBy === null ? say('publish.shipped') : `#${savedBy}`}`}
        {restored !== null && ` · ${say('publish.restored_from', { version: String(restored) })}`}
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

function marksOf(say: Texts['say'], { standing }: DeskArticle, version: number) {
  const { shown, next, proposed, state } = standing;
  return (
    <>
      {shown === version && state === 'published' && <Mark kind="good" text={say('publish.shown')} />}
      {next?.version === version && <Mark kind="warning" text={say('publish.state.scheduled')} />}
      {proposed?.version === version && <Mark kind="warning" text={say('publish.waits')} />}
    </>
  );
}

function LookButton({ version, isOpen, onOpen }: Pick<RowProps, 'isOpen' | 'onOpen'> & { version: number }) {
  const { say } = useTexts();
  const name = version === 0 ? say('publish.version.shipped') : String(version);
  return (
    <Button
      aria-expanded={isOpen}
      aria-label={`${say(isOpen ? 'publish.hide' : 'publish.look')}: ${name}`}
      onClick={() => onOpen(isOpen ? null : version)}
    >
      {say(isOpen ? 'publish.hide' : 'publish.look')}
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

/** One version in the language that is being written, beside how it differs. */
function Version({ article, version, language, draft, onRestore }: VersionProps) {
  const { say } = useTexts();
  const { data, error, refetch } = useArticleVersionQuery({ article, version });
  if (!data) {
    return <Waiting error={error} onRetry={refetch} />;
  }
  const text = draftOf(data.category, data.texts).texts[language];
  const facts = {
    version: version === 0 ? say('publish.version.shipped') : String(version),
    language: LANGUAGE_NAMES[language],
  };
  return (
    <div className={styles.version}>
      <div className={styles.ways}>
        <b>{say('publish.version_in', facts)}</b>
        <Button onClick={() => onRestore(data)}>{say('publish.restore')}</Button>
      </div>
      <div className={styles.columns}>
        <section className={styles.preview} aria-label={say('publish.version_in', facts)} lang={HTML_LANG[language]}>
          <ShownText text={text} />
        </section>
        <section className={styles.compare}>
          <p className={styles.previewHead}>{say('publish.diff')}</p>
          <TextDiff
            label={say('publish.diff')}
            before={asLines(text)}
            after={asLines(draft.texts[language])}
            lang={HTML_LANG[language]}
          />
        </section>
      </div>
    </div>
  );
}
