import { act, fireEvent, render, screen } from '@testing-library/react';
import { followFaults, type Fault } from '../../faults/report';
import { startLanguage } from '../../i18n/i18n';
import { PanelBoundary } from './panel-boundary';

let told: Fault[] = [];
let unfollow: () => void;

beforeAll(startLanguage);
beforeEach(() => {
  told = [];
  unfollow = followFaults((fault) => told.push(fault));
  // React logs every error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  unfollow();
  jest.restoreAllMocks();
});

function Panel({ words }: { words: string | null }) {
  if (words === null) throw new TypeError('a mistake of ours');
  return <p>{words}</p>;
}

const show = (id: string, words: string | null) => (
  <>
    <PanelBoundary id={id} title="Order book">
      <Panel words={words} />
    </PanelBoundary>
    <p>The neighbour</p>
  </>
);
const retry = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));

describe('panel error', () => {
  it('names the panel and leaves the others running', () => {
    render(show('book', null));
    expect(screen.getByRole('alert').textContent).toContain('Order book has stopped because of an error.');
    expect(screen.getByText('The neighbour')).toBeTruthy();
    expect(told).toMatchObject([{ place: 'book', kind: 'TypeError' }]);
  });

  it('is cleared by a successful retry', async () => {
    const { rerender } = render(show('book', null));
    rerender(show('book', 'Bids'));
    expect(screen.queryByText('Bids')).toBeNull();
    await retry();
    expect(screen.getByText('Bids')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is retried when back online, as a chunk may have failed to load', async () => {
    const { rerender } = render(show('book', null));
    rerender(show('book', 'Bids'));
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(screen.getByText('Bids')).toBeTruthy();
  });

  it('is shown again after a failed retry, and reported once', async () => {
    render(show('book', null));
    await retry();
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(told).toHaveLength(1);
  });

  it('does not carry over to the next panel in its place', () => {
    const { rerender } = render(show('book', null));
    rerender(show('trades', 'Trades'));
    expect(screen.getByText('Trades')).toBeTruthy();
  });
});
