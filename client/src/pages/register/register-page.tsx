import { Navigate } from 'react-router';
import { EntryCard } from '../../features/enter/entry-card';
import { RegisterForm } from '../../features/enter/register-form';
import { useEntry } from '../../features/enter/use-entry';

export function RegisterPage() {
  const { from, away, invitation } = useEntry('/register');
  if (away !== null) return <Navigate to={away} replace />;
  return (
    <EntryCard shown="/register" from={from}>
      <RegisterForm invitation={invitation} />
    </EntryCard>
  );
}
