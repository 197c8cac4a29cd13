/** The admin: one shell for admins and auditors with the sections each of them may see. */
import { CircleQuestionMark } from 'lucide-react';
import { useState, type ComponentType, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { OwnStaff } from '../../../shared/wire/staff';
import { LISTS } from '../kit/entities/content/places';
import { selectUser } from '../kit/entities/session/session-slice';
import { useOwnStaffQuery } from './api/staff-api';
import { AdminPartsContext, type AdminParts } from './act/admin-parts';
import { EndNotice, StaffWait } from './act/approval-rule';
import { useTexts } from '../kit/i18n/use-texts';
import { LazyPage } from '../kit/ui/page/lazy-page';
import { Note } from '../kit/ui/page/note';
import { Panel } from '../kit/ui/page/panel';
import type { AdminPageLoader, AdminScreensByRole, AdminSection } from '../kit/ui/places';
import { SideMenu } from '../kit/ui/page/side-menu';
import { Waiting } from '../kit/ui/page/waiting';
import { AssetsPage } from './markets/assets-page';
import { Bounds } from './parts/audit-scope';
import { AuditedUserPage } from './people/audited-user-page';
import styles from './parts/admin.module.css';
import { EvidencePage } from './records/evidence-page';
import { ICONS } from './icons';
import { JournalPage } from './records/journal-page';
import { LimitsPage } from './settings/limits-page';
import { LogPage } from './records/log-page';
import { MarketPage } from './markets/market-page';
import { MarketsPage } from './markets/markets-page';
import { OverviewPage } from './overview/overview-page';
import { ProposalsPage } from './records/proposals-page';
import { RecoveriesPage } from './people/recoveries-page';
import { RecoveryPage } from './people/recovery-page';
import { ReviewPage } from './people/review-page';
import { ReviewsPage } from './people/reviews-page';
import { RiskPage } from './overview/risk-page';
import { allowedSections, staffRootOf, pathOf, sectionsOf, titleOf, type SectionName } from './parts/sections';
import { SettingsPage } from './settings/settings-page';
import { StaffPage } from './records/staff-page';
import { StopBanner } from './overview/stop-banner';
import { UserPage } from './people/user-page';
import { UsersPage } from './people/users-page';

/** Help about rules for staff and the view of auditors. */
const HELP = `${LISTS.help.path}?category=staff`;

type Screen = ComponentType<{ ownStaff: OwnStaff }>;
type Screens = Readonly<Partial<Record<SectionName, { list: Screen; detail?: Screen }>>>;

const OF_ADMIN: Screens = {
  overview: { list: OverviewPage },
  risk: { list: RiskPage },
  users: { list: UsersPage, detail: UserPage },
  verifications: { list: ReviewsPage, detail: ReviewPage },
  recoveries: { list: RecoveriesPage, detail: RecoveryPage },
  limits: { list: LimitsPage },
  markets: { list: MarketsPage, detail: MarketPage },
  assets: { list: AssetsPage },
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
  proposals: { list: ProposalsPage },
  log: { list: LogPage },
  journal: { list: JournalPage },
  evidence: { list: EvidencePage },
};

const NO_PARTS: readonly AdminParts[] = [];
const NO_SCREENS: readonly AdminScreensByRole[] = [];

interface AdminProps {
  /** Sections defined by products. */
  added?: readonly AdminSection[];
  /** Screens defined by products for the sections above. */
  screens?: readonly AdminScreensByRole[];
  adminParts?: readonly AdminParts[];
}

export function Admin({ added = [], screens = NO_SCREENS, adminParts = NO_PARTS }: AdminProps) {
  const { pathname, search } = useLocation();
  const user = useSelector(selectUser);
  const {
    currentData: ownStaff,
    error,
    refetch,
  } = useOwnStaffQuery(user?.userId ?? 0, { skip: user === null, refetchOnMountOrArgChange: true });
  if (error || !ownStaff) return <Waiting error={error} onRetry={refetch} />;
  const desk = staffRootOf(ownStaff);
  const [, at = '', section] = pathname.split('/');
  // Journal links shared by staff of the other role keep their question.
  const shared = section === 'journal' ? `/journal${search}` : '';
  if (`/${at}` !== desk) return <Navigate to={`${desk}${shared}`} replace />;
  return (
    <StaffWait value={ownStaff.waitMs}>
      <EndNotice value={ownStaff.endNoticeMs}>
        <AdminPartsContext value={adminParts}>
          <div className={styles.desk}>
            <Menu ownStaff={ownStaff} added={allowedSections(ownStaff, added)} />
            <div className={styles.content}>
              <StopBanner ownStaff={ownStaff} />
              <Sections ownStaff={ownStaff} added={allowedSections(ownStaff, added)} screens={screens} />
            </div>
          </div>
        </AdminPartsContext>
      </EndNotice>
    </StaffWait>
  );
}

interface PartProps {
  ownStaff: OwnStaff;
  added: readonly AdminSection[];
}

interface SectionsProps extends PartProps {
  screens: readonly AdminScreensByRole[];
}

function Sections({ ownStaff, added, screens }: SectionsProps) {
  const { t } = useTexts();
  return (
    <Routes>
      {sectionsOf(ownStaff).flatMap((name) => {
        const { list, detail } = shownIn(name, ownStaff, screens);
        const path = name === 'overview' ? '' : name;
        return [
          list && <Route key={name} path={path} element={list} />,
          detail && <Route key={`${name}.detail`} path={`${path}/:id`} element={detail} />,
        ];
      })}
      {/* The key keeps React from reusing one section's page for another. */}
      {added.map(({ name, load }) => (
        <Route key={name} path={name} element={<LazyPage key={name} load={load} shownWith={{ ownStaff }} />} />
      ))}
      <Route
        path="*"
        element={
          <Panel title={t('staff.title')} level={1}>
            <Note kind="empty" text={t('staff.no_section')} />
          </Panel>
        }
      />
    </Routes>
  );
}

/** The admin's own screens, or lazy screens of a product. */
function shownIn(
  name: SectionName,
  ownStaff: OwnStaff,
  brought: readonly AdminScreensByRole[],
): { list?: ReactNode; detail?: ReactNode } {
  const { list: List, detail: Detail } = (ownStaff.role === 'admin' ? OF_ADMIN : OF_AUDITOR)[name] ?? {};
  if (List) return { list: <List ownStaff={ownStaff} />, detail: Detail && <Detail ownStaff={ownStaff} /> };
  const page = (load: AdminPageLoader) => <LazyPage key={name} load={load} shownWith={{ ownStaff }} />;
  for (const { [ownStaff.role]: screens } of brought) {
    const { list, detail } = screens[name] ?? {};
    if (list) return { list: page(list), detail: detail && page(detail) };
  }
  return {};
}

function Menu({ ownStaff, added }: PartProps) {
  const { t } = useTexts();
  const [now] = useState(Date.now);
  const { pathname } = useLocation();
  const ownEntries = sectionsOf(ownStaff).map((name) => ({
    to: pathOf(ownStaff, name),
    text: titleOf(name),
    icon: ICONS[name],
  }));
  const brought = added.map(({ name, text, icon }) => ({ to: `${staffRootOf(ownStaff)}/${name}`, text, icon }));
  const entries = [...ownEntries, ...brought].map(({ to, text, icon }) => {
    const isCurrent = to === staffRootOf(ownStaff) ? pathname === to : `${pathname}/`.startsWith(`${to}/`);
    return { to, text: t(text), icon, isCurrent };
  });
  const help = { to: HELP, text: t('staff.help'), icon: CircleQuestionMark, isCurrent: false };
  return (
    <SideMenu
      label={t('staff.title')}
      head={
        <p className={styles.role}>
          <b>{t('staff.title')}</b>
          <span>{t(`staff.role.${ownStaff.role}`)}</span>
          {ownStaff.role === 'auditor' && <Bounds until={ownStaff.until} scope={ownStaff.scope} now={now} />}
        </p>
      }
      groups={[{ entries: [...entries, help] }]}
    />
  );
}
