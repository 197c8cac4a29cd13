import { Navigate } from 'react-router';
import { EntryCard } from '../../panels/entry-card';
import { RegisterForm } from '../../panels/register-form';
import { useEntry } from '../../panels/use-entry';

export function RegisterPage() {
  const { from, redirectPath, invitation } = useEntry('/register');
  if (redirectPath !== null) return <Navigate to={redirectPath} replace />;
  return (
    <EntryCard currentPath="/register" from={from}>
      <RegisterForm invitation={invitation} />
    </EntryCard>
  );
}
