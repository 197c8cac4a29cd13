import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import formStyles from '../../entities/order/ticket/order-form.module.css';
import { selectUser } from '../../entities/session/session-slice';
import { wordsOf, type Fault } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';

interface EarnNotesProps {
  refusal: Fault | null;
  isOffline: boolean;
  available: string | null;
  asset: string;
}

/** What stands in the way: one thing at a time, the gravest first. */
export function EarnNotes({ refusal, isOffline, available, asset }: EarnNotesProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const user = useSelector(selectUser);
  if (isOffline) return <Said kind="bad">{say('place.offline')}</Said>;
  if (refusal) {
    const said = wordsOf(refusal);
    return <Said kind="bad">{'text' in said ? said.text : say(said.key)}</Said>;
  }
  if (user?.frozen) return <Said kind="warning">{words('code', 'account.frozen')}</Said>;
  if (user && user.verification !== 'certified') {
    return (
      <Said kind="warning">
        {words('code', 'account.not.authenticated')} <Link to="/accountSet/realName">{say('place.verify')}</Link>
      </Said>
    );
  }
  return user && available === '0' ? <Said kind="warning">{say('earn.nothing', { asset })}</Said> : null;
}

function Said({ kind, children }: { kind: 'bad' | 'warning'; children: ReactNode }) {
  return (
    <div className={formStyles.note} role={kind === 'bad' ? 'alert' : 'status'} data-kind={kind}>
      {children}
    </div>
  );
}
