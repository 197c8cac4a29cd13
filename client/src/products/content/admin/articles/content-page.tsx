import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ARTICLE_KINDS, LISTED_KINDS, type ArticleKind } from '../../../../../../shared/products/content/wire';
import {
  ARTICLE_STATES,
  type ArticleStanding,
  type ArticleState,
} from '../../../../../../shared/products/content/staff';
import { LANGUAGES } from '../../../../../../shared/wire/languages';
import type { OwnStaff } from '../../../../../../shared/wire/staff';
import { useDeskArticlesQuery } from '../../../../admin/api/content-admin-api';
import { LANGUAGE_NAMES } from '../../../../kit/i18n/languages';
import { useTexts, type Texts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { column, fixed, type Column } from '../../../../kit/ui/data-table/columns';
import { Filter } from '../../../../kit/ui/lists/filters';
import { Mark } from '../../../../kit/ui/figures/mark';
import { PAGE_SIZE_DEFAULT } from '../../../../kit/ui/lists/pages';
import { Panel } from '../../../../kit/ui/page/panel';
import styles from './content.module.css';
import { AdminList } from '../../../../admin/parts/admin-list';
import desk from '../../../../admin/parts/admin.module.css';
import { pathOf } from '../../../../admin/parts/sections';

interface Filters {
  kind?: ArticleKind | undefined;
  state?: ArticleState | undefined;
}

/** Notices, news, help, information and pages, with their states. */
export function ContentPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [filters, setFilters] = useState<Filters>({});
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const { kind, state } = filters;
  const query = useDeskArticlesQuery(
    { ...(kind ? { kind } : {}), ...(state ? { state } : {}), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  const narrow = (next: Filters) => {
    setFilters(next);
    setPaging({ ...paging, pageIndex: 1 });
  };
  const title = t('staff.section.content');
  const home = pathOf(ownStaff, 'content');
  return (
    <Panel title={title} level={1} lead={t('publish.lead')}>
      <div className={desk.filters}>
        <Filter<ArticleKind>
          label={t('publish.kind')}
          any={t('publish.kind.any')}
          value={kind}
          options={ARTICLE_KINDS.map((value) => ({ value, label: t(`publish.kind.${value}`) }))}
          onChange={(selectedKind) => narrow({ ...filters, kind: selectedKind })}
        />
        <Filter<ArticleState>
          label={t('publish.state')}
          any={t('publish.state.any')}
          value={state}
          options={ARTICLE_STATES.map((value) => ({ value, label: t(`publish.state.${value}`) }))}
          onChange={(selectedState) => narrow({ ...filters, state: selectedState })}
        />
        <nav className={styles.make} aria-label={t('publish.new')}>
          {LISTED_KINDS.map((one) => (
            <Link key={one} to={`${home}/new?kind=${one}`}>
              <Plus size={14} aria-hidden="true" />
              {t(`publish.new.${one}`)}
            </Link>
          ))}
        </nav>
      </div>
      <AdminList<ArticleStanding>
        name="content"
        label={title}
        columns={columnsOf(t, home)}
        query={query}
        keyOf={({ id }) => id}
        empty={t('publish.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function columnsOf(t: Texts['t'], home: string): Column<ArticleStanding>[] {
  return [
    fixed('title', t('publish.title'), ({ id, title, slug }) => (
      <span className={desk.stack}>
        <Link to={`${home}/${id}`}>{title}</Link>
        <small>{slug}</small>
      </span>
    )),
    column('kind', t('publish.kind'), ({ kind }) => t(`publish.kind.${kind}`)),
    column('state', t('publish.state'), (article) => <Standing standing={article} />),
    column('versions', t('publish.version'), ({ shown, latest }) => versionText(t, shown, latest)),
    column('languages', t('publish.languages'), ({ languages }) => <Languages completeLanguages={languages} />),
    column('changed', t('publish.changed'), ({ changedAt, changedBy }) => {
      if (changedAt === null) return t('publish.shipped');
      return `${dateAndTime(changedAt)} · ${changedBy === null ? t('publish.shipped') : `#${changedBy}`}`;
    }),
  ];
}

export function versionText(t: Texts['t'], shownVersion: number | null, latestVersion: number): string {
  const name = (version: number) => (version === 0 ? t('publish.version.shipped') : String(version));
  return shownVersion === null || shownVersion === latestVersion
    ? name(latestVersion)
    : t('publish.version.newer', { shown: name(shownVersion), latest: name(latestVersion) });
}

const KINDS = { draft: 'level', scheduled: 'warning', published: 'good', ended: 'level', withdrawn: 'bad' } as const;

/** Current state and scheduled changes. */
export function Standing({ standing }: { standing: ArticleStanding }) {
  const { t } = useTexts();
  const { state, until, next, proposed } = standing;
  return (
    <span className={desk.stack}>
      <span>
        <Mark kind={KINDS[state]} text={t(`publish.state.${state}`)} />
      </span>
      {state === 'published' && until !== null && <small>{t('publish.until', { time: dateAndTime(until) })}</small>}
      {next && (
        <small>
          {t('publish.next', { version: String(next.version), time: dateAndTime(next.from) })}
          {next.until !== null && ` ${t('publish.until', { time: dateAndTime(next.until) })}`}
        </small>
      )}
      {proposed && (
        <small>{t('publish.proposed', { version: String(proposed.version), proposal: proposed.proposal })}</small>
      )}
    </span>
  );
}

function Languages({ completeLanguages }: { completeLanguages: ArticleStanding['languages'] }) {
  const { t } = useTexts();
  const missing = LANGUAGES.filter((language) => !completeLanguages.includes(language));
  if (missing.length === 0) return <>{`${completeLanguages.length} / ${LANGUAGES.length}`}</>;
  const names = missing.map((language) => LANGUAGE_NAMES[language]).join(', ');
  return (
    <span className={desk.stack}>
      {`${completeLanguages.length} / ${LANGUAGES.length}`}
      <small>{t('publish.missing', { names })}</small>
    </span>
  );
}
