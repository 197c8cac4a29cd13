import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import type { ArticleKind } from '../../../../../../shared/products/content/wire';
import type { ArticleVersionTexts, DeskArticle } from '../../../../../../shared/products/content/staff';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../../../../shared/wire/languages';
import { useLazyDeskArticleQuery, useSaveArticleMutation } from '../../../../admin/api/content-admin-api';
import { ActDialog, type Act } from '../../../../admin/act/act-dialog';
import { faultMessage, type Fault } from '../../../../kit/api/envelope';
import { LANGUAGE_NAMES } from '../../../../kit/i18n/languages';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { restoreInput, useSavedInput } from '../../../../kit/lib/storage/saved-input';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Button } from '../../../../kit/ui/controls/button';
import { Panel } from '../../../../kit/ui/page/panel';
import { Tabs } from '../../../../kit/ui/controls/tabs';
import { ArticleConflict } from './article-conflict';
import {
  completeness,
  draftOf,
  isArticleDraft,
  isSame,
  savedOf,
  writtenTexts,
  type ArticleDraft,
  type Saved,
} from './article-draft';
import { ArticleFields, CategoryField } from './article-fields';
import { ArticleHistory } from './article-history';
import { ArticlePreview } from './article-preview';
import { ArticleVersions } from './article-versions';
import { Standing } from './content-page';
import styles from './content.module.css';
import { LanguageTab } from './language-tab';
import { useArticleActs } from './use-article-acts';

interface ArticleEditorProps {
  kind: ArticleKind;
  /** Stored state when the editor opens. */
  initialState: Saved;
  /** Current state on the server; null if it was never saved. */
  article: DeskArticle | null;
  onChanged: () => void;
}

/** Keeps unsaved text when a save is refused or another editor was faster. */
export function ArticleEditor({ kind, initialState, article, onChanged }: ArticleEditorProps) {
  const { t, language: interfaceLanguage } = useTexts();
  const navigate = useNavigate();
  const form = `content.${initialState.article ?? kind}`;
  const [saved, setSaved] = useState(initialState);
  const [draft, setDraft] = useState<ArticleDraft>(() => restoreInput(form, isArticleDraft) ?? initialState.draft);
  const [language, setLanguage] = useState<Language>(interfaceLanguage);
  const [restored, setRestored] = useState<number | null>(null);
  const [saveError, setSaveError] = useState<Fault | null>(null);
  const [conflictingArticle, setConflictingArticle] = useState<DeskArticle | null>(null);
  const [act, setAct] = useState<Act | null>(null);
  const [save, { isLoading }] = useSaveArticleMutation();
  const [fetchArticle] = useLazyDeskArticleQuery();
  const attempt = useAttempt();
  const dispatch = useDispatch();
  const isChanged = !isSame(draft, saved.draft);
  useSavedInput(form, () => draft);
  useLeaving(isChanged);

  const keep = async (revision: number) => {
    const request = {
      ...(saved.article === null ? { kind: kind as Exclude<ArticleKind, 'page'> } : { article: saved.article }),
      ...(restored === null ? {} : { restored }),
      ...{ category: draft.category, revision, texts: writtenTexts(draft) },
    };
    setSaveError(null);
    const { data, error } = await save({ clientId: attempt.idOf(request), ...request });
    if (data) {
      attempt.accepted();
      setSaved({ ...data, draft });
      setConflictingArticle(null);
      setRestored(null);
      dispatch(toastShown({ kind: 'success', text: t('publish.saved', { version: String(data.version) }) }));
      if (saved.article === null) void navigate(`/admin/content/${data.article}`, { replace: true });
      else onChanged();
    } else {
      setSaveError(error ?? null);
      if (error?.code === 'content.changed' && saved.article !== null)
        setConflictingArticle((await fetchArticle(saved.article)).data ?? null);
    }
  };
  /** After an own action only the revision moves on; the draft stays. */
  const acts = useArticleActs(kind, saved, article, (revision) => {
    setSaved((previous) => ({ ...previous, revision }));
    onChanged();
  });
  const restore = ({ version, category, texts }: ArticleVersionTexts) => {
    setDraft(draftOf(category, texts));
    setRestored(version);
    dispatch(toastShown({ kind: 'info', text: t('publish.restored', { version: String(version) }) }));
  };
  const text = draft.texts[language];
  const title = article?.standing.title ?? t(`publish.new.${kind === 'page' ? 'notice' : kind}`);
  return (
    <>
      <Panel
        title={title}
        level={1}
        lead={t(article?.standing.isLegal ? 'publish.editor_lead_legal' : 'publish.editor_lead')}
        actions={
          <>
            <Button disabled={!isChanged || isLoading} onClick={() => void keep(saved.revision)}>
              {t('publish.save')}
            </Button>
            {acts.map((one) => (
              <Button key={one.title} disabled={isChanged} onClick={() => setAct(one)}>
                {one.title}
              </Button>
            ))}
          </>
        }
      >
        <div className={styles.standing}>
          {article && <Standing standing={article.standing} />}
          {isChanged && saved.article !== null && <span role="status">{t('publish.unsaved')}</span>}
          <CategoryField kind={kind} value={draft.category} onChange={(category) => setDraft({ ...draft, category })} />
        </div>
        {saveError && !conflictingArticle && (
          <p className={styles.fault} role="alert">
            {saidOf(t, saveError)}
          </p>
        )}
        {conflictingArticle && (
          <ArticleConflict
            conflictingArticle={conflictingArticle}
            ownDraft={draft}
            language={language}
            onKeep={() => void keep(conflictingArticle.standing.revision)}
            onTake={() => {
              const adoptedState = savedOf(conflictingArticle);
              setSaved(adoptedState);
              setDraft(adoptedState.draft);
              setConflictingArticle(null);
              setSaveError(null);
              onChanged();
            }}
          />
        )}
        <div className={styles.tongues}>
          <Tabs
            label={t('publish.languages')}
            tabs={LANGUAGES.map((name) => ({
              name,
              title: <LanguageTab name={LANGUAGE_NAMES[name]} state={completeness(draft.texts[name])} />,
            }))}
            selected={language}
            onChoose={setLanguage}
          >
            <div className={styles.columns}>
              <ArticleFields
                language={language}
                text={text}
                onChange={(next) => setDraft({ ...draft, texts: { ...draft.texts, [language]: next } })}
              />
              <ArticlePreview language={language} text={text} english={draft.texts[DEFAULT_LANGUAGE]} />
            </div>
          </Tabs>
        </div>
      </Panel>
      {article && <ArticleVersions article={article} language={language} draft={draft} onRestore={restore} />}
      {article && article.acts.length > 0 && <ArticleHistory acts={article.acts} />}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function saidOf(t: ReturnType<typeof useTexts>['t'], error: Fault): string {
  const message = faultMessage(error);
  return 'key' in message ? t(message.key) : message.text;
}

/** Makes the browser ask before it leaves a page with unsaved changes. */
function useLeaving(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isChanged]);
}
