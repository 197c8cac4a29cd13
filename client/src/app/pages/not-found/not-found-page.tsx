import { useTexts } from '../../../kit/i18n/use-texts';
import { MessagePage } from '../../../kit/ui/page/message-page';

export function NotFoundPage() {
  const { t } = useTexts();
  return (
    <MessagePage
      code="404"
      title={t('not_found.title')}
      text={t('not_found.text')}
      link={{ to: '/', text: t('not_found.home') }}
    />
  );
}
