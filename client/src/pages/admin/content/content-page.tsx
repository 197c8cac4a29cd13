import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ARTICLE_KINDS, LISTED_KINDS, type ArticleKind } from '../../../../../shared/products/content/wire';
import { ARTICLE_STATES, type ArticleStanding, type ArticleState } from '../../../../../shared/products/content/staff';
import { LANGUAGES } from '../../../../../shared/wire/languages';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useDeskArticlesQuery } from '../../../entities/staff/content-desk-api';
import { LANGUAGE_NAMES } from '../../../shared/i18n/languages';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { column, fixed, type Column } from '../../../shared/ui/data-table/columns';
import { Filter } from '../../../shared/ui/lists/filters';
import { Mark } from '../../../shared/ui/figures/mark';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { Panel } from '../../../shared/ui/page/panel';
import styles from './content.module.css';
import { DeskList } from '../parts/desk-list';
import desk from '../parts/desk.module.css';
import { pathOf } from '../parts/sections';

interface Filters {
  kind?: ArticleKind | undefined;
  state?: ArticleState | undefined;
}

/** Notices, news, help, information and pages, by how they stand. */
export function ContentPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [filters, setFilters] = useState<Filters>({});
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const { kind, state } = filters;
  const asked = useDeskArticlesQuery(
    { ...(kind ? { kind } : {}), ...(state ? { state } : {}), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  const narrow = (next: Filters) => {
    setFilters(next);
    setPaging({ ...paging, pageIndex: 1 });
  };
  const title = say('staff.section.content');
  const home = pathOf(own, 'content');
  return (
    <Panel title={title} level={1} lead={say('publish.lead')}>
      <div className={desk.filters}>
        <Filter<ArticleKind>
          label={say('publish.kind')}
          any={say('publish.kind.any')}
          value={kind}
          options={ARTICLE_KINDS.map((value) => ({ value, label: say(`publish.kind.${value}`) }))}
          onChange={(chosen) => narrow({ ...filters, kind: chosen })}
        />
        <Filter<ArticleState>
          label={say('publish.state')}
          any={say('publish.state.any')}
          value={state}
          options={ARTICLE_STATES.map((value) => ({ value, label: say(`publish.state.${value}`) }))}
          onChange={(chosen) => narrow({ ...filters, state: chosen })}
        />
        <nav className={styles.make} aria-label={say('publish.new')}>
          {LISTED_KINDS.map((one) => (
            <Link key={one} to={`${home}/new?kind=${one}`}>
              <Plus size={14} aria-hidden="true" />
              {say(`publish.new.${one}`)}
            </Link>
          ))}
        </nav>
      </div>
      <DeskList<ArticleStanding>
        name="content"
        label={title}
        columns={columnsOf(say, home)}
        asked={asked}
        keyOf={({ id }) => id}
        empty={say('publish.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function columnsOf(say: Texts['say'], home: string): Column<ArticleStanding>[] {
  return [
    fixed('title', say('publish.title'), ({ id, title, slug }) => (
      <span className={desk.stack}>
        <Link to={`${home}/${id}`}>{title}</Link>
        <small>{slug}</small>
      </span>
    )),
    column('kind', say('publish.kind'), ({ kind }) => say(`publish.kind.${kind}`)),
    column('state', say('publish.state'), (article) => <Standing of={article} />),
    column('versions', say('publish.version'), ({ shown, latest }) => versionText(say, shown, latest)),
    column('languages', say('publish.languages'), ({ languages }) => <Languages whole={languages} />),
    column('changed', say('publish.changed'), ({ changedAt, changedBy }) => {
      if (changedAt === null) return say('publish.shipped');
      return `${dateAndTime(changedAt)} · ${changedBy === null ? say('publish.shipped') : `#${changedBy}`}`;
    }),
  ];
}

export function versionText(say: Texts['say'], shown: number | null, latest: number): string {
  const name = (version: number) => (version === 0 ? say('publish.version.shipped') : String(version));
  return shown === null || shown === latest
    ? name(latest)
    : say('publish.version.newer', { shown: name(shown), latest: name(latest) });
}

const KINDS = { draft: 'level', scheduled: 'warning', published: 'good', ended: 'level', withdrawn: 'bad' } as const;

/** How it stands, and what is to come. */
export function Standing({ of }: { of: ArticleStanding }) {
  const { say } = useTexts();
  const { state, until, next, proposed } = of;
  return (
    <span className={desk.stack}>
      <span>
        <Mark kind={KINDS[state]} text={say(`publish.state.${state}`)} />
      </span>
      {state === 'published' && until !== null && <small>{say('publish.until', { time: dateAndTime(until) })}</small>}
      {next && (
        <small>
          {say('publish.next', { version: String(next.version), time: dateAndTime(next.from) })}
          {next.until !== null && ` ${say('publish.until', { time: dateAndTime(next.until) })}`}
        </small>
      )}
      {proposed && (
        <small>{say('publish.proposed', { version: String(proposed.version), proposal: proposed.proposal })}</small>
      )}
    </span>
  );
}

function Languages({ whole }: { whole: ArticleStanding['languages'] }) {
  const { say } = useTexts();
  const missing = LANGUAGES.filter((language) => !whole.includes(language));
  if (missing.length === 0) return <>{`${whole.length} / ${LANGUAGES.length}`}</>;
  const names = missing.map((language) => LANGUAGE_NAMES[language]).join(', ');
  return (
    <span className={desk.stack}>
      {`${whole.length} / ${LANGUAGES.length}`}
      <small>{say('publish.missing', { names })}</small>
    </span>
  );
}
