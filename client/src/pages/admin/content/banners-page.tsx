import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import type { DeskBanner } from '../../../../../shared/products/content/banners';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../../../shared/wire/languages';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useDeskBannersQuery } from '../../../entities/staff/content-desk-api';
import { HighlightCard } from '../../../features/show-highlights/highlight';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { FetchedList } from '../../../shared/ui/lists/fetched-list';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';
import styles from './content.module.css';
import { Refresh } from '../parts/refresh';
import { pathOf } from '../parts/sections';

/** What the home page shows in turn, in that order, and what it will show or has shown. */
export function BannersPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const { data, error, refetch } = useDeskBannersQuery(undefined, { refetchOnMountOrArgChange: true });
  const home = pathOf(own, 'banners');
  return (
    <Panel
      title={say('staff.section.banners')}
      level={1}
      lead={say('publish.banners_lead')}
      actions={
        <>
          <span className={styles.make}>
            <Link to={`${home}/new`}>
              <Plus size={14} aria-hidden="true" />
              {say('publish.banner.new')}
            </Link>
          </span>
          <Refresh onPress={refetch} />
        </>
      }
    >
      <FetchedList {...{ data, error }} onRetry={() => void refetch()} empty={say('publish.banner.none')}>
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
  const { say, language } = useTexts();
  const { id, state, place, from, until, link, look, image, texts, changedAt, changedBy, proposal } = banner;
  const text = texts[language] ?? texts[DEFAULT_LANGUAGE] ?? { title: `#${id}`, text: '' };
  return (
    <li className={styles.bannerItem}>
      <div className={styles.bannerShown} inert>
        <HighlightCard {...text} {...{ link, look, image }} />
      </div>
      <div className={styles.bannerFacts}>
        <span>
          <Mark kind={KINDS[state]} text={say(`publish.banner.state.${state}`)} />
        </span>
        {proposal !== null && <small>{say('publish.banner.waits', { proposal })}</small>}
        <Link to={`${home}/${id}`}>{say('publish.banner.change', { title: text.title })}</Link>
        <small>{say('publish.banner.place_is', { place: String(place) })}</small>
        {from !== null && <small>{say('publish.from', { time: dateAndTime(from) })}</small>}
        {until !== null && <small>{say('publish.until', { time: dateAndTime(until) })}</small>}
        <small>{link ?? say('publish.banner.no_link')}</small>
        <small>{`${Object.keys(texts).length} / ${LANGUAGES.length}`}</small>
        <small>{`${dateAndTime(changedAt)} · ${changedBy === null ? say('publish.shipped') : `#${changedBy}`}`}</small>
      </div>
    </li>
  );
}
