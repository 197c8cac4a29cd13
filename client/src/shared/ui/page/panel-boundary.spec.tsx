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
  // React tells of every error that a boundary caught.
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

describe('a panel that breaks', () => {
  it('says which it is and leaves the others alone', () => {
    render(show('book', null));
    expect(screen.getByRole('alert').textContent).toContain('Order book has stopped because of an error.');
    expect(screen.getByText('The neighbour')).toBeTruthy();
    expect(told).toMatchObject([{ place: 'book', kind: 'TypeError' }]);
  });

  it('is there again when another try succeeds', async () => {
    const { rerender } = render(show('book', null));
    rerender(show('book', 'Bids'));
    expect(screen.queryByText('Bids')).toBeNull();
    await retry();
    expect(screen.getByText('Bids')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is tried again by itself when the line is back: what failed may be a part that could not be loaded', async () => {
    const { rerender } = render(show('book', null));
    rerender(show('book', 'Bids'));
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(screen.getByText('Bids')).toBeTruthy();
  });

  it('says so again when another try fails, and is reported once', async () => {
    render(show('book', null));
    await retry();
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(told).toHaveLength(1);
  });

  it('does not hand its fault on to the panel that takes its place', () => {
    const { rerender } = render(show('book', null));
    rerender(show('trades', 'Trades'));
    expect(screen.getByText('Trades')).toBeTruthy();
  });
});
