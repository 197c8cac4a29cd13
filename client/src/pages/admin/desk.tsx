/** The desk of the staff: one shell for admins and auditors, with the sections that each of them may see. */
import { CircleQuestionMark } from 'lucide-react';
import { useMemo, useState, type ComponentType } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { LISTS } from '../../entities/content/places';
import { selectUser } from '../../entities/session/session-slice';
import { useOwnStaffQuery } from '../../entities/staff/staff-api';
import { EndNotice, StaffWait } from '../../features/staff-act/takes';
import { useTexts } from '../../shared/i18n/use-texts';
import { LazyPage } from '../../shared/ui/page/lazy-page';
import { Note } from '../../shared/ui/page/note';
import { Panel } from '../../shared/ui/page/panel';
import type { DeskSection } from '../../shared/ui/places';
import { SideMenu } from '../../shared/ui/page/side-menu';
import { Waiting } from '../../shared/ui/page/waiting';
import { AssetsPage } from './markets/assets-page';
import { Bounds } from './parts/audit-scope';
import { AuditedRechargesPage } from './money/audited-recharges-page';
import { AuditedUserPage } from './people/audited-user-page';
import { AuditedWithdrawalsPage } from './money/audited-withdrawals-page';
import { ArticleEditorPage, BannerEditorPage, BannersPage, ContentPage } from './content/content-parts';
import styles from './parts/desk.module.css';
import { EvidencePage } from './records/evidence-page';
import { FeedbackPage } from './feedback/feedback-page';
import { ICONS } from './icons';
import { JournalPage } from './records/journal-page';
import { LimitsPage } from './settings/limits-page';
import { LogPage } from './records/log-page';
import { MarketPage } from './markets/market-page';
import { MarketsPage } from './markets/markets-page';
import { OverviewPage } from './overview/overview-page';
import { ProposalsPage } from './records/proposals-page';
import { RechargesPage } from './money/recharges-page';
import { RecoveriesPage } from './people/recoveries-page';
import { RecoveryPage } from './people/recovery-page';
import { ReviewPage } from './people/review-page';
import { ReviewsPage } from './people/reviews-page';
import { RiskPage } from './overview/risk-page';
import { addedFor, deskOf, pathOf, sectionsOf, titleOf, type SectionName } from './parts/sections';
import { SettingsPage } from './settings/settings-page';
import { StaffPage } from './records/staff-page';
import { StopBanner } from './overview/stop-banner';
import { UserPage } from './people/user-page';
import { UsersPage } from './people/users-page';
import { WithdrawalsPage } from './money/withdrawals-page';

/** How staff are bound, and what auditors see. */
const HELP = `${LISTS.help.path}?category=staff`;

type Screen = ComponentType<{ own: OwnStaff }>;
type Screens = Readonly<Partial<Record<SectionName, { list: Screen; detail?: Screen }>>>;

const OF_ADMIN: Screens = {
  overview: { list: OverviewPage },
  risk: { list: RiskPage },
  users: { list: UsersPage, detail: UserPage },
  verifications: { list: ReviewsPage, detail: ReviewPage },
  recoveries: { list: RecoveriesPage, detail: RecoveryPage },
  withdrawals: { list: WithdrawalsPage },
  recharges: { list: RechargesPage },
  limits: { list: LimitsPage },
  markets: { list: MarketsPage, detail: MarketPage },
  assets: { list: AssetsPage },
  feedback: { list: FeedbackPage },
  content: { list: ContentPage, detail: ArticleEditorPage },
  banners: { list: BannersPage, detail: BannerEditorPage },
  settings: { list: SettingsPage },
  staff: { list: StaffPage },
  proposals: { list: ProposalsPage },
  log: { list: LogPage },
  journal: { list: JournalPage },
  evidence: { list: EvidencePage },
};

const OF_AUDITOR: Screens = {
  overview: { list: OverviewPage },
  risk: { list: RiskPage },
  users: { list: AuditedUserPage },
  withdrawals: { list: AuditedWithdrawalsPage },
  recharges: { list: AuditedRechargesPage },
  proposals: { list: ProposalsPage },
  log: { list: LogPage },
  journal: { list: JournalPage },
  evidence: { list: EvidencePage },
};

/** `added` are the sections that products bring. */
export function Desk({ added = [] }: { added?: readonly DeskSection[] }) {
  const { pathname, search } = useLocation();
  const user = useSelector(selectUser);
  const {
    currentData: own,
    error,
    refetch,
  } = useOwnStaffQuery(user?.userId ?? 0, { skip: user === null, refetchOnMountOrArgChange: true });
  if (error || !own) return <Waiting error={error} onRetry={refetch} />;
  const desk = deskOf(own);
  const [, at = '', section] = pathname.split('/');
  // What somebody of the other desk has shared is here as well.
  const shared = section === 'journal' ? `/journal${search}` : '';
  if (`/${at}` !== desk) return <Navigate to={`${desk}${shared}`} replace />;
  return (
    <StaffWait value={own.waitMs}>
      <EndNotice value={own.endNoticeMs}>
        <div className={styles.desk}>
          <Menu own={own} added={addedFor(own, added)} />
          <div className={styles.content}>
            <StopBanner own={own} />
            <Sections own={own} added={addedFor(own, added)} />
          </div>
        </div>
      </EndNotice>
    </StaffWait>
  );
}

interface PartProps {
  own: OwnStaff;
  added: readonly DeskSection[];
}

function Sections({ own, added }: PartProps) {
  const { say } = useTexts();
  const screens = own.role === 'admin' ? OF_ADMIN : OF_AUDITOR;
  return (
    <Routes>
      {sectionsOf(own).flatMap((name) => {
        const { list: List, detail: Detail } = screens[name] ?? {};
        const path = name === 'overview' ? '' : name;
        return [
          List && <Route key={name} path={path} element={<List own={own} />} />,
          Detail && <Route key={`${name}.detail`} path={`${path}/:id`} element={<Detail own={own} />} />,
        ];
      })}
      {/* Each by itself: the place of one is not filled by the other. */}
      {added.map(({ name, load }) => (
        <Route key={name} path={name} element={<Added key={name} own={own} load={load} />} />
      ))}
      <Route
        path="*"
        element={
          <Panel title={say('staff.title')} level={1}>
            <Note kind="empty" text={say('staff.no_section')} />
          </Panel>
        }
      />
    </Routes>
  );
}

/** Loaded when it is first shown. */
function Added({ own, load }: Pick<DeskSection, 'load'> & { own: OwnStaff }) {
  const screen = useMemo(
    () => async () => {
      const Screen = await load();
      return () => <Screen own={own} />;
    },
    [own, load],
  );
  return <LazyPage load={screen} />;
}

function Menu({ own, added }: PartProps) {
  const { say } = useTexts();
  const [now] = useState(Date.now);
  const { pathname } = useLocation();
  const ours = sectionsOf(own).map((name) => ({ to: pathOf(own, name), text: titleOf(name), icon: ICONS[name] }));
  const brought = added.map(({ name, text, icon }) => ({ to: `${deskOf(own)}/${name}`, text, icon }));
  const entries = [...ours, ...brought].map(({ to, text, icon }) => {
    const isCurrent = to === deskOf(own) ? pathname === to : `${pathname}/`.startsWith(`${to}/`);
    return { to, text: say(text), icon, isCurrent };
  });
  const help = { to: HELP, text: say('staff.help'), icon: CircleQuestionMark, isCurrent: false };
  return (
    <SideMenu
      label={say('staff.title')}
      head={
        <p className={styles.role}>
          <b>{say('staff.title')}</b>
          <span>{say(`staff.role.${own.role}`)}</span>
          {own.role === 'auditor' && <Bounds until={own.until} scope={own.scope} now={now} />}
        </p>
      }
      groups={[{ entries: [...entries, help] }]}
    />
  );
}
