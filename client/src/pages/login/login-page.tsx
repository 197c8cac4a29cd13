import { Navigate } from 'react-router';
import { EntryCard } from '../../features/enter/entry-card';
import { LogInForm } from '../../features/enter/log-in-form';
import { useEntry } from '../../features/enter/use-entry';

export function LogInPage() {
  const { from, away } = useEntry('/login');
  if (away !== null) return <Navigate to={away} replace />;
  return (
    <EntryCard shown="/login" from={from}>
      <LogInForm />
    </EntryCard>
  );
}
