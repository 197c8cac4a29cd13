import { Component, type ReactNode } from 'react';
import { useTexts } from '../shared/i18n/use-texts';
import { Button } from '../shared/ui/button';
import { Note } from '../shared/ui/note';

interface FailureBoundaryProps {
  children: ReactNode;
}

/** A mistake of ours ends in words and a way out, not in an empty page. React logs the error itself. */
export class FailureBoundary extends Component<FailureBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Failure /> : this.props.children;
  }
}

function Failure() {
  const { say } = useTexts();
  const reload = <Button onClick={() => location.reload()}>{say('page.reload')}</Button>;
  return (
    <main>
      <Note kind="error" text={say('page.failed')} action={reload} />
    </main>
  );
}
