import { ChevronLeft } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import type { OwnStaff } from '../../../../../../shared/wire/staff';
import { useDeskBannersQuery } from '../../../../admin/api/content-admin-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { BannerEditor } from './banner-editor';
import styles from './content.module.css';
import { pathOf } from '../../../../admin/parts/sections';

const NEW = 'new';

/** Editor of one banner: texts in nine languages, link and display period. */
export function BannerEditorPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const { id = NEW } = useParams();
  const navigate = useNavigate();
  const home = pathOf(ownStaff, 'banners');
  const leave = () => void navigate(home);
  return (
    <>
      <Link className={styles.back} to={home}>
        <ChevronLeft size={16} aria-hidden="true" />
        {t('staff.section.banners')}
      </Link>
      {id === NEW ? <BannerEditor banner={null} onDone={leave} /> : <Kept key={id} id={id} onDone={leave} />}
    </>
  );
}

function Kept({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTexts();
  const { data, error, refetch } = useDeskBannersQuery(undefined, { refetchOnMountOrArgChange: true });
  const banner = data?.find((one) => one.id === id);
  if (banner) {
    return (
      <BannerEditor
        banner={banner}
        onDone={onDone}
        onLookAgain={async () => (await refetch()).data?.find((one) => one.id === id)}
      />
    );
  }
  if (error) return <Faulty error={error} onRetry={() => void refetch()} />;
  return <Note kind={data ? 'empty' : 'loading'} text={t(data ? 'publish.banner.gone' : 'page.loading')} />;
}
