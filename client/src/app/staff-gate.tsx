import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { selectIsLogin, selectUser } from '../kit/entities/session/session-slice';
import { useTexts } from '../kit/i18n/use-texts';
import { logInPath } from '../kit/lib/own-path';
import { LazyPage } from '../kit/ui/page/lazy-page';
import { Note } from '../kit/ui/page/note';
import { NOT_FOUND } from './screens/not-found';
import { useSite } from './site-context';

const USER_TYPE_USER = 3;

/** Loads the admin for staff only. Other users get the page for unknown addresses and do not learn that it exists. */
export function StaffGate() {
  const { t } = useTexts();
  const currentLocation = useLocation();
  const { desk } = useSite();
  const isLogin = useSelector(selectIsLogin);
  const user = useSelector(selectUser);
  if (!isLogin) return <Navigate to={logInPath(currentLocation)} replace />;
  if (!user) return <Note kind="loading" text={t('page.loading')} />;
  const isStaff = user.userType !== USER_TYPE_USER;
  return <LazyPage key={String(isStaff)} load={isStaff ? desk : NOT_FOUND} />;
}
