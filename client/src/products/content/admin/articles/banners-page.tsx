import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import type { DeskBanner } from '../../../../../../shared/products/content/banners';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../../../../shared/wire/languages';
import type { OwnStaff } from '../../../../../../shared/wire/staff';
import { useDeskBannersQuery } from '../../../../admin/api/content-admin-api';
import { HighlightCard } from '../../../../kit/highlights/highlight';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { FetchedList } from '../../../../kit/ui/lists/fetched-list';
import { Mark } from '../../../../kit/ui/figures/mark';
import { Panel } from '../../../../kit/ui/page/panel';
import styles from './content.module.css';
import { Refresh } from '../../../../admin/parts/refresh';
import { pathOf } from '../../../../admin/parts/sections';

/** Banners of the home page in display order, with planned and past ones. */
export function BannersPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const { data, error, refetch } = useDeskBannersQuery(undefined, { refetchOnMountOrArgChange: true });
  const home = pathOf(ownStaff, 'banners');
  return (
    <Panel
      title={t('staff.section.banners')}
      level={1}
      lead={t('publish.banners_lead')}
      actions={
        <>
          <span className={styles.make}>
            <Link to={`${home}/new`}>
              <Plus size={14} aria-hidden="true" />
              {t('publish.banner.new')}
            </Link>
          </span>
          <Refresh onPress={refetch} />
        </>
      }
    >
      <FetchedList {...{ data, error }} onRetry={() => void refetch()} empty={t('publish.banner.none')}>
        {(banners) => (
          <ol className={styles.banners}>
            {banners.map((banner) => (
              <Item key={banner.id} banner={banner} home={home} />
            ))}
          </ol>
        )}
      </FetchedList>
    </Panel>
  );
}

const KINDS = { shown: 'good', waiting: 'warning', ended: 'level', off: 'level', undecided: 'warning' } as const;

function Item({ banner, home }: { banner: DeskBanner; home: string }) {
  const { t, language } = useTexts();
  const { id, state, place, from, until, link, look, image, texts, changedAt, changedBy, proposal } = banner;
  const text = texts[language] ?? texts[DEFAULT_LANGUAGE] ?? { title: `#${id}`, text: '' };
  return (
    <li className={styles.bannerItem}>
      <div className={styles.bannerShown} inert>
        <HighlightCard {...text} {...{ link, look, image }} />
      </div>
      <div className={styles.bannerFacts}>
        <span>
          <Mark kind={KINDS[state]} text={t(`publish.banner.state.${state}`)} />
        </span>
        {proposal !== null && <small>{t('publish.banner.waits', { proposal })}</small>}
        <Link to={`${home}/${id}`}>{t('publish.banner.change', { title: text.title })}</Link>
        <small>{t('publish.banner.place_is', { place: String(place) })}</small>
        {from !== null && <small>{t('publish.from', { time: dateAndTime(from) })}</small>}
        {until !== null && <small>{t('publish.until', { time: dateAndTime(until) })}</small>}
        <small>{link ?? t('publish.banner.no_link')}</small>
        <small>{`${Object.keys(texts).length} / ${LANGUAGES.length}`}</small>
        <small>{`${dateAndTime(changedAt)} · ${changedBy === null ? t('publish.shipped') : `#${changedBy}`}`}</small>
      </div>
    </li>
  );
}
