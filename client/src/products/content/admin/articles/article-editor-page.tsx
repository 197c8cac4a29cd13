import { ChevronLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { LISTED_KINDS } from '../../../../../../shared/products/content/wire';
import type { OwnStaff } from '../../../../../../shared/wire/staff';
import { useDeskArticleQuery } from '../../../../admin/api/content-admin-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Waiting } from '../../../../kit/ui/page/waiting';
import { newArticle, savedOf } from './article-draft';
import { ArticleEditor } from './article-editor';
import styles from './content.module.css';
import { pathOf } from '../../../../admin/parts/sections';

const NEW = 'new';

/** Editor of one article in nine languages, with preview and publication. */
export function ArticleEditorPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const { id = NEW } = useParams();
  return (
    <>
      <Link className={styles.back} to={pathOf(ownStaff, 'content')}>
        <ChevronLeft size={16} aria-hidden="true" />
        {t('staff.section.content')}
      </Link>
      {id === NEW ? <Fresh /> : <Kept key={id} id={id} />}
    </>
  );
}

function Fresh() {
  const [parameters] = useSearchParams();
  const kind = LISTED_KINDS.find((one) => one === parameters.get('kind')) ?? 'notice';
  return (
    <ArticleEditor key={kind} kind={kind} initialState={newArticle(kind)} article={null} onChanged={() => undefined} />
  );
}

function Kept({ id }: { id: string }) {
  const { currentData, error, refetch } = useDeskArticleQuery(id, { refetchOnMountOrArgChange: true });
  useEffect(() => void window.scrollTo(0, 0), [id]);
  if (currentData) {
    const { standing } = currentData;
    return (
      <ArticleEditor
        kind={standing.kind}
        initialState={savedOf(currentData)}
        article={currentData}
        onChanged={() => void refetch()}
      />
    );
  }
  return <Waiting error={error} onRetry={refetch} />;
}
