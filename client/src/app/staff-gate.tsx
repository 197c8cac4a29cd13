import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { selectIsLogin, selectUser } from '../entities/session/session-slice';
import { useTexts } from '../shared/i18n/use-texts';
import { logInPath } from '../shared/lib/own-path';
import { LazyPage } from '../shared/ui/page/lazy-page';
import { Note } from '../shared/ui/page/note';
import { NOT_FOUND } from './screens/not-found';
import { useSite } from './site-context';

/** An ordinary user. */
const USER_TYPE_USER = 3;

/** The desk, for staff alone: nobody else loads it, or learns that there is one. */
export function StaffGate() {
  const { say } = useTexts();
  const here = useLocation();
  const { desk } = useSite();
  const isLogin = useSelector(selectIsLogin);
  const user = useSelector(selectUser);
  if (!isLogin) return <Navigate to={logInPath(here)} replace />;
  if (!user) return <Note kind="loading" text={say('page.loading')} />;
  const isStaff = user.userType !== USER_TYPE_USER;
  return <LazyPage key={String(isStaff)} load={isStaff ? desk : NOT_FOUND} />;
}
