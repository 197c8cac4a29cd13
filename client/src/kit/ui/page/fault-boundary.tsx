import { Component, type ReactNode } from 'react';
import { reportFault } from '../../faults/report';
import { onReconnect } from '../../lib/storage/reconnect';

interface FaultBoundaryProps {
  /** Place of the fault, a path or a panel; a new place resets it. */
  place: string;
  /** The shown subject; a change of it resets the fault. */
  subject?: string | undefined;
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

interface FaultBoundaryState {
  /** The subject whose children are shown. */
  subject: string;
  hasFailed: boolean;
}

/** Shows `fallback` for a failed part and reports the fault. React logs the error itself. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  override state: FaultBoundaryState = { subject: subjectKeyOf(this.props), hasFailed: false };

  static getDerivedStateFromError(): Partial<FaultBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(properties: FaultBoundaryProps, state: FaultBoundaryState): FaultBoundaryState {
    const subject = subjectKeyOf(properties);
    return subject === state.subject ? state : { subject, hasFailed: false };
  }

  override componentDidCatch(error: unknown): void {
    reportFault(error, { place: this.props.place });
    // A chunk may have failed to load.
    this.stopWaiting();
    this.stopWaiting = onReconnect(this.retry);
  }

  override componentWillUnmount(): void {
    this.stopWaiting();
  }

  private stopWaiting: () => void = () => undefined;

  private readonly retry = (): void => {
    this.stopWaiting();
    this.setState({ hasFailed: false });
  };

  override render() {
    return this.state.hasFailed ? this.props.fallback(this.retry) : this.props.children;
  }
}

function subjectKeyOf({ place, subject = '' }: FaultBoundaryProps): string {
  return `${place} ${subject}`;
}
