import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router';
import { selectIsLogin } from '../../../kit/entities/session/session-slice';
import { entryPath, ownPath } from '../../../kit/lib/own-path';

const STATUS_TYPES = { '/login': '0', '/register': '1' } as const;

export interface Entry {
  from: string;
  away: string | null;
  /** Invitation code of the link; empty if there is none. */
  invitation: string;
}

/** `from` is the page to return to. `away` is set if this page must be left: after log-in, or if `statusType` asks for the other form. */
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
