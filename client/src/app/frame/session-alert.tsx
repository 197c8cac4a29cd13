import { useSelector } from 'react-redux';
import { selectExpired } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/controls/button';
import { Dialog } from '../../shared/ui/dialogs/dialog';

/** Once, however many calls were refused; the page is loaded anew, so that nothing of the old session stays. */
export function SessionAlert() {
  const { say } = useTexts();
  const expired = useSelector(selectExpired);
  if (expired === null) return null;
  return (
    <Dialog title={say('session.expired')}>
      {expired !== '' && <p>{expired}</p>}
      <Button onClick={() => location.reload()}>{say('session.relogin')}</Button>
    </Dialog>
  );
}
