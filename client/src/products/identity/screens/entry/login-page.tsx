import { Navigate } from 'react-router';
import { EntryCard } from '../../panels/entry-card';
import { LogInForm } from '../../panels/log-in-form';
import { useEntry } from '../../panels/use-entry';

export function LogInPage() {
  const { from, redirectPath } = useEntry('/login');
  if (redirectPath !== null) return <Navigate to={redirectPath} replace />;
  return (
    <EntryCard currentPath="/login" from={from}>
      <LogInForm />
    </EntryCard>
  );
}
