import { Component, type ReactNode } from 'react';
import { reportFault } from '../../faults/report';
import { onBack } from '../../lib/storage/came-back';

interface FaultBoundaryProps {
  /** Another place is another chance: a fault stays where it happened. */
  place: string;
  /** What is shown there: of another thing it has another chance as well. */
  of?: string | undefined;
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

interface FaultBoundaryState {
  /** Whose children are shown. */
  shown: string;
  hasFailed: boolean;
}

/** Shows `fallback` where a part of the page has stopped, and tells of it. React logs the error itself. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  override state: FaultBoundaryState = { shown: shownBy(this.props), hasFailed: false };

  static getDerivedStateFromError(): Partial<FaultBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(properties: FaultBoundaryProps, state: FaultBoundaryState): FaultBoundaryState {
    const shown = shownBy(properties);
    return shown === state.shown ? state : { shown, hasFailed: false };
  }

  override componentDidCatch(error: unknown): void {
    reportFault(error, { place: this.props.place });
    // The fault may be a part that failed to load.
    this.stopWaiting();
    this.stopWaiting = onBack(this.retry);
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

function shownBy({ place, of = '' }: FaultBoundaryProps): string {
  return `${place} ${of}`;
}
