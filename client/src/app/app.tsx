import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { titleReset } from '../entities/route/route-slice';
import { TabTitle } from '../entities/route/tab-title';
import { sessionApi } from '../entities/session/session-api';
import { selectSessionId, selectUser } from '../entities/session/session-slice';
import { LazyPage } from '../shared/ui/page/lazy-page';
import type { Screen } from '../shared/ui/screen';
import { FailureBoundary } from './failure-boundary';
import { Frame } from './frame/frame';
import { KnownScales } from './frame/known-scales';
import { NOT_FOUND } from './screens/not-found';
import { STAFF_PATHS } from './screens/staff-desk';
import { SITE, type Site } from './site';
import { SiteContext } from './site-context';
import { StaffGate } from './staff-gate';
import type { AppStore } from './store';

export function App({ site = SITE }: { site?: Site }) {
  return (
    <SiteContext value={site}>
      <TabTitle />
      <BrowserRouter>
        <Places site={site} />
      </BrowserRouter>
    </SiteContext>
  );
}

function Places({ site: { screens, accountScreens, accountShell } }: { site: Site }) {
  return (
    <Routes>
      <Route element={<Framed />}>
        {screens.map(({ path, load }) => (
          <Route key={path} path={path} element={<LazyPage load={load} />} />
        ))}
        <Route path="/accountSet" element={<LazyPage load={accountShell} />}>
          <Route index element={<Navigate to="personal" replace />} />
          {accountScreens.map(({ path, load }) => (
            <Route key={path} path={path} element={<AccountScreen key={path} path={path} load={load} />} />
          ))}
        </Route>
        {/* The specification names these without the user centre they belong to. */}
        {accountScreens.map(({ path }) => (
          <Route key={path} path={`/${path}`} element={<ToUserCentre path={path} />} />
        ))}
        {STAFF_PATHS.map((path) => (
          <Route key={path} path={path} element={<StaffGate />} />
        ))}
        <Route path="*" element={<LazyPage load={NOT_FOUND} />} />
      </Route>
    </Routes>
  );
}

/** A fault of one screen leaves the menu beside it. */
function AccountScreen({ path, load }: Omit<Screen, 'title'>) {
  return (
    <FailureBoundary place={path}>
      <LazyPage load={load} />
    </FailureBoundary>
  );
}

function ToUserCentre({ path }: { path: string }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: `/accountSet/${path}`, search }} replace />;
}

function Framed() {
  const { pathname } = useLocation();
  const session = useSelector(selectSessionId);
  useArrival(pathname);
  useWho(pathname, session);
  // Another address of the same screen, as of another market, is the screen's own: nothing around it is rendered again.
  return useMemo(
    () => (
      <KnownScales>
        <Frame pathname={pathname}>
          {/* Under another session nothing stays that was typed or opened under the last. */}
          <FailureBoundary key={`${session} ${pathname.split('/')[1]}`} place={pathname}>
            <FactorGate pathname={pathname} />
          </FailureBoundary>
        </Frame>
      </KnownScales>
    ),
    [session, pathname],
  );
}

/** Where a member of staff without a factor gets one; nothing else opens before that. */
const FACTOR_PATHS: readonly string[] = ['/accountSet/bindGoogle', '/accountSet/passkeys'];

function FactorGate({ pathname }: { pathname: string }) {
  const user = useSelector(selectUser);
  const isShut = user?.mustBindFactor === true && !FACTOR_PATHS.includes(pathname);
  return isShut ? <Navigate to={FACTOR_PATHS[0]} replace /> : <Outlet />;
}

/** What every navigation does: top of the page and the fixed title. */
function useArrival(pathname: string): void {
  const dispatch = useDispatch();
  useEffect(() => {
    window.scrollTo(0, 0);
    dispatch(titleReset());
  }, [dispatch, pathname]);
}

/** Who the user is: asked with every navigation, and when the page has changed hands. */
function useWho(pathname: string, session: string): void {
  const dispatch = useDispatch<AppStore['dispatch']>();
  useEffect(() => {
    if (pathname === '/login') return;
    const asked = dispatch(sessionApi.endpoints.getUserInfo.initiate(undefined, { forceRefetch: true }));
    return () => asked.unsubscribe();
  }, [dispatch, pathname, session]);
}
