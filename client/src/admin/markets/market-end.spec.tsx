import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { stubNetwork } from '../../../../test/support/network';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { CONTRACT_TEXTS, STAFF_TEXTS } from '../../kit/i18n/part-texts';
import { showPage, testStore } from '../../testing/page';
import { MarketEnd } from './market-end';

const MARKET = { name: 'BTC-USDT-PERP', label: 'BTC-USDT-PERP' } as Parameters<typeof MarketEnd>[0]['market'];
const DAY_MS = 86_400_000;

/** The end time changes as if another staff member announced or cancelled the end. */
function Watched({ onReady }: { onReady: (endsAt: (at: number | null) => void) => void }) {
  const [endsAt, setEndsAt] = useState<number | null>(null);
  onReady(setEndsAt);
  return <MarketEnd market={MARKET} endsAt={endsAt} onDone={() => undefined} />;
}

test('an open dialog closes instead of switching to the opposite action', async () => {
  await startLanguage();
  await Promise.all([STAFF_TEXTS, CONTRACT_TEXTS].map(loadTexts));
  stubNetwork({});
  let setEndsAt: (at: number | null) => void = () => undefined;
  await showPage(testStore(), <Watched onReady={(set) => (setEndsAt = set)} />);
  const heading = () => document.querySelector('dialog h2')?.textContent ?? 'closed';

  fireEvent.click(screen.getByRole('button', { name: 'Announce the end' }));
  expect(heading()).toContain('Announce the end');
  act(() => setEndsAt(Date.now() + 3 * DAY_MS));
  expect(heading()).toBe('closed');

  fireEvent.click(screen.getByRole('button', { name: 'Call off the end' }));
  expect(heading()).toContain('Call off the end');
  act(() => setEndsAt(null));
  expect(heading()).toBe('closed');
});
