import { Link, useNavigate } from 'react-router';
import { LOG_IN_PATH, PlainCard } from '../../panels/entry-card';
import { ForgotForm } from '../../panels/forgot-form';
import { useTexts } from '../../../../kit/i18n/use-texts';

export function ForgetPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <PlainCard title={t('login.forgot_title')} lead={t('login.forgot_lead')}>
      <ForgotForm onDone={() => void navigate(LOG_IN_PATH)} />
      <p>
        <Link to="/recover">{t('recover.link')}</Link>
      </p>
    </PlainCard>
  );
}
