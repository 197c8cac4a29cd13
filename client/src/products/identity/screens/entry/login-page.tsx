import { Navigate } from 'react-router';
import { EntryCard } from '../../panels/entry-card';
import { LogInForm } from '../../panels/log-in-form';
import { useEntry } from '../../panels/use-entry';

export function LogInPage() {
  const { from, away } = useEntry('/login');
  if (away !== null) return <Navigate to={away} replace />;
  return (
    <EntryCard shown="/login" from={from}>
      <LogInForm />
    </EntryCard>
  );
}
