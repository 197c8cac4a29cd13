import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { selectIsLogin } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import formStyles from '../../entities/order/ticket/order-form.module.css';

/** Whether somebody is logged in, and else the way to be, and back here. */
export function useSession() {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const { pathname, search } = useLocation();
  const to = `/login?statusType=0&from=${encodeURIComponent(pathname + search)}`;
  const way = (
    <Link className={formStyles.send} data-side="buy" to={to}>
      {say('place.log_in')}
    </Link>
  );
  return { isLogin, way };
}
