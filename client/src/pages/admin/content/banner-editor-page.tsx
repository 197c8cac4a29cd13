import { ChevronLeft } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useDeskBannersQuery } from '../../../entities/staff/content-desk-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Note } from '../../../shared/ui/page/note';
import { BannerEditor } from './banner-editor';
import styles from './content.module.css';
import { pathOf } from '../parts/sections';

const NEW = 'new';

/** One banner: its words in nine languages, where it leads, and when it is seen. */
export function BannerEditorPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const { id = NEW } = useParams();
  const navigate = useNavigate();
  const home = pathOf(own, 'banners');
  const leave = () => void navigate(home);
  return (
    <>
      <Link className={styles.back} to={home}>
        <ChevronLeft size={16} aria-hidden="true" />
        {say('staff.section.banners')}
      </Link>
      {id === NEW ? <BannerEditor banner={null} onDone={leave} /> : <Kept key={id} id={id} onDone={leave} />}
    </>
  );
}

function Kept({ id, onDone }: { id: string; onDone: () => void }) {
  const { say } = useTexts();
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
  if (error) return <Faulty fault={error} onRetry={() => void refetch()} />;
  return <Note kind={data ? 'empty' : 'loading'} text={say(data ? 'publish.banner.gone' : 'page.loading')} />;
}
