import { Link, useNavigate } from 'react-router';
import { LOG_IN_PATH, PlainCard } from '../../panels/entry-card';
import { ForgotForm } from '../../panels/forgot-form';
import { useTexts } from '../../../../shared/i18n/use-texts';

export function ForgetPage() {
  const { say } = useTexts();
  const navigate = useNavigate();
  return (
    <PlainCard title={say('login.forgot_title')} lead={say('login.forgot_lead')}>
      <ForgotForm onDone={() => void navigate(LOG_IN_PATH)} />
      <p>
        <Link to="/recover">{say('recover.link')}</Link>
      </p>
    </PlainCard>
  );
}
