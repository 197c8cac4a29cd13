import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router';
import { selectIsLogin } from '../../entities/session/session-slice';
import { entryPath, ownPath } from '../../shared/lib/own-path';

const STATUS_TYPES = { '/login': '0', '/register': '1' } as const;

/** Where the user goes on, and whether that is now: the logged-in have nothing to do here, and `statusType` has its say. */
export function useEntry(shown: '/login' | '/register'): { from: string; away: string | null } {
  const [parameters] = useSearchParams();
  const isLogin = useSelector(selectIsLogin);
  const from = ownPath(parameters.get('from'));
  if (isLogin) return { from, away: from };
  const other = shown === '/login' ? '/register' : '/login';
  const wantsOther = parameters.get('statusType') === STATUS_TYPES[other];
  return { from, away: wantsOther ? entryPath(other, from) : null };
}
