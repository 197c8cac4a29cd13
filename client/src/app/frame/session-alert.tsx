import { useSelector } from 'react-redux';
import { selectExpired } from '../../kit/entities/session/session-slice';
import { useTexts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import { Dialog } from '../../kit/ui/dialogs/dialog';

/** One dialog, however many requests were refused. It reloads the page to discard the old session's state. */
export function SessionAlert() {
  const { t } = useTexts();
  const expired = useSelector(selectExpired);
  if (expired === null) return null;
  return (
    <Dialog title={t('session.expired')}>
      {expired !== '' && <p>{expired}</p>}
      <Button onClick={() => location.reload()}>{t('session.relogin')}</Button>
    </Dialog>
  );
}
