import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router';
import { selectIsLogin } from '../../../entities/session/session-slice';
import { entryPath, ownPath } from '../../../shared/lib/own-path';

const STATUS_TYPES = { '/login': '0', '/register': '1' } as const;

export interface Entry {
  from: string;
  away: string | null;
  /** The code of whoever sent the link; empty when nobody did. */
  invitation: string;
}

/** Where the user goes on, and whether that is now: the logged-in have nothing to do here, and `statusType` has its say. */
export function useEntry(shown: '/login' | '/register'): Entry {
  const [parameters] = useSearchParams();
  const isLogin = useSelector(selectIsLogin);
  const from = ownPath(parameters.get('from'));
  const invitation = parameters.get('invite') ?? parameters.get('invitationCode') ?? '';
  if (isLogin) return { from, away: from, invitation };
  const other = shown === '/login' ? '/register' : '/login';
  const wantsOther = parameters.get('statusType') === STATUS_TYPES[other];
  return { from, away: wantsOther ? entryPath(other, from) : null, invitation };
}
