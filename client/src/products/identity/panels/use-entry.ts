import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router';
import { selectIsLogin } from '../../../kit/entities/session/session-slice';
import { entryPath, ownPath } from '../../../kit/lib/own-path';

const STATUS_TYPES = { '/login': '0', '/register': '1' } as const;

export interface Entry {
  from: string;
  redirectPath: string | null;
  /** Invitation code of the link; empty if there is none. */
  invitation: string;
}

/** `from` is the page to return to. `redirectPath` is set if this page must be left: after log-in, or if `statusType` asks for the other form. */
export function useEntry(currentPath: '/login' | '/register'): Entry {
  const [parameters] = useSearchParams();
  const isLogin = useSelector(selectIsLogin);
  const from = ownPath(parameters.get('from'));
  const invitation = parameters.get('invite') ?? parameters.get('invitationCode') ?? '';
  if (isLogin) return { from, redirectPath: from, invitation };
  const other = currentPath === '/login' ? '/register' : '/login';
  const wantsOther = parameters.get('statusType') === STATUS_TYPES[other];
  return { from, redirectPath: wantsOther ? entryPath(other, from) : null, invitation };
}
