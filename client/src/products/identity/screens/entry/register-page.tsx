import { Navigate } from 'react-router';
import { EntryCard } from '../../panels/entry-card';
import { RegisterForm } from '../../panels/register-form';
import { useEntry } from '../../panels/use-entry';

export function RegisterPage() {
  const { from, away, invitation } = useEntry('/register');
  if (away !== null) return <Navigate to={away} replace />;
  return (
    <EntryCard shown="/register" from={from}>
      <RegisterForm invitation={invitation} />
    </EntryCard>
  );
}
