import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { titleReset } from '../kit/entities/route/route-slice';
import { TabTitle } from '../kit/entities/route/tab-title';
import { sessionApi } from '../kit/entities/session/session-api';
import { selectSessionId, selectUser } from '../kit/entities/session/session-slice';
import { LazyPage } from '../kit/ui/page/lazy-page';
import { ProductPartsShown } from '../kit/ui/product-parts';
import type { Screen } from '../kit/ui/screen';
import { FailureBoundary } from './failure-boundary';
import { Frame } from './frame/frame';
import { KnownScales } from './frame/known-scales';
import { NOT_FOUND } from './screens/not-found';
import { STAFF_PATHS } from './screens/admin-screens';
import { SITE, type Site } from './site';
import { SiteContext } from './site-context';
import { StaffGate } from './staff-gate';
import type { AppStore } from './store';

export function App({ site = SITE }: { site?: Site }) {
  return (
    <SiteContext value={site}>
      <ProductPartsShown value={site.productParts}>
        <TabTitle />
        <BrowserRouter>
          <Places site={site} />
        </BrowserRouter>
      </ProductPartsShown>
    </SiteContext>
  );
}

function Places({ site: { screens, accountScreens, accountShell } }: { site: Site }) {
  return (
    <Routes>
      <Route element={<FramedRoutes />}>
        {screens.map(({ path, load }) => (
          <Route key={path} path={path} element={<LazyPage load={load} />} />
        ))}
        <Route path="/accountSet" element={<LazyPage load={accountShell} />}>
          <Route index element={<Navigate to="personal" replace />} />
          {accountScreens.map(({ path, load }) => (
            <Route key={path} path={path} element={<AccountScreen key={path} path={path} load={load} />} />
          ))}
        </Route>
        {/* The specification also uses these paths without `/accountSet`. */}
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

/** If one screen fails, the menu beside it stays. */
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

function FramedRoutes() {
  const { pathname } = useLocation();
  const session = useSelector(selectSessionId);
  useResetOnNavigation(pathname);
  useLoadUser(pathname, session);
  // A query change on the same screen, such as another market, must not re-render the frame around it.
  return useMemo(
    () => (
      <KnownScales>
        <Frame pathname={pathname}>
          {/* The session in the key discards typed input and open dialogs when the session changes. */}
          <FailureBoundary key={`${session} ${pathname.split('/')[1]}`} place={pathname}>
            <FactorGate pathname={pathname} />
          </FailureBoundary>
        </Frame>
      </KnownScales>
    ),
    [session, pathname],
  );
}

/** Pages on which staff without a second factor bind one. Every other page redirects here. */
const FACTOR_PATHS: readonly string[] = ['/accountSet/bindGoogle', '/accountSet/passkeys'];

function FactorGate({ pathname }: { pathname: string }) {
  const user = useSelector(selectUser);
  const isShut = user?.mustBindFactor === true && !FACTOR_PATHS.includes(pathname);
  return isShut ? <Navigate to={FACTOR_PATHS[0]} replace /> : <Outlet />;
}

/** On every navigation: scrolls to the top and resets the tab title. */
function useResetOnNavigation(pathname: string): void {
  const dispatch = useDispatch();
  useEffect(() => {
    window.scrollTo(0, 0);
    dispatch(titleReset());
  }, [dispatch, pathname]);
}

/** Refetches the user on every navigation and session change. */
function useLoadUser(pathname: string, session: string): void {
  const dispatch = useDispatch<AppStore['dispatch']>();
  useEffect(() => {
    if (pathname === '/login') return;
    const subscription = dispatch(sessionApi.endpoints.getUserInfo.initiate(undefined, { forceRefetch: true }));
    return () => subscription.unsubscribe();
  }, [dispatch, pathname, session]);
}
