import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { stubNetwork, success } from '../../../../../test/support/network';
import { balancesSlice } from '../../../kit/entities/balance/balance-slice';
import { connectionSlice } from '../../../kit/entities/connection/connection-slice';
import { optionsSlice } from '../api/option-slice';
import { sessionApi } from '../../../kit/entities/session/session-api';
import { startLanguage, loadTexts } from '../../../kit/i18n/i18n';
import { OPTION_TEXTS } from '../api/texts';
import { interestSlice } from '../../../kit/stream/interest';
import { OPTION_PRODUCT, OPTION_RULES } from '../../../testing/option';
import { openFreshBrowser, press, showPage, testStore } from '../../../testing/page';
import { ASKED_MOST, requestsWhilePushed } from '../../../testing/pushed';
import { OptionForm } from './option-form';

const ETHER = { ...OPTION_PRODUCT, symbol: 'ETH-USDT', label: 'ETH/USDT', base: 'ETH' };

beforeAll(async () => {
  await startLanguage();
  await loadTexts(OPTION_TEXTS);
});
beforeEach(openFreshBrowser);

/** The form for bitcoin, with a button that switches to ether like the product list. */
function Chosen() {
  const [isEther, chooseEther] = useState(false);
  return (
    <>
      <button type="button" onClick={() => chooseEther(true)}>
        Ether
      </button>
      <OptionForm
        product={isEther ? ETHER : OPTION_PRODUCT}
        price={isEther ? '3000' : '60000'}
        rules={OPTION_RULES}
        isStale={false}
      />
    </>
  );
}

async function show() {
  const asked = stubNetwork({
    '/exchange/app/account/getUserInfo': () =>
      success({ userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false }),
    '/exchange/app/option/limits': () => success([]),
  });
  const store = testStore({
    ...{ balances: balancesSlice.reducer, connection: connectionSlice.reducer },
    ...{ interest: interestSlice.reducer, options: optionsSlice.reducer },
  });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  const tell = (position: number) =>
    void store.dispatch(optionsSlice.snapshotReceived({ snapshot: { position, contracts: [] }, at: 1 }));
  tell(5);
  await showPage(store, <Chosen />, '/secondContract');
  return { asked, tell };
}

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name, hidden: true });
const type = (name: RegExp, value: string) => {
  fireEvent.focus(field(name));
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};

describe('second contract form', () => {
  beforeEach(async () => {
    await show();
    type(/^Amount/, '2000');
    fireEvent.click(screen.getByRole('checkbox', { name: /Take-profit/ }));
    type(/^Take-profit/, '70000');
    type(/^Stop-loss/, '50000');
  });

  it('keeps the stake and clears levels on another index', async () => {
    await press('Ether');
    expect(field(/^Amount/).value).toBe('2,000');
    expect([/^Take-profit/, /^Stop-loss/].map((name) => field(name).value)).toEqual(['', '']);
  });

  it('shows payouts of the levels at once, halfway and at the end', () => {
    const text = document.body.textContent;
    expect(text).toContain('1,000 USDT at once · 500 USDT halfway · 0 USDT at the end');
    expect(text).toContain('2,000 USDT at once · 2,800 USDT halfway · 3,600 USDT at the end');
  });

  it('clears faults of the previous index', async () => {
    type(/^Take-profit/, '40000');
    await press('Up');
    expect(field(/^Take-profit/).getAttribute('aria-invalid')).toBe('true');
    await press('Ether');
    expect(field(/^Take-profit/).getAttribute('aria-invalid')).toBe('false');
  });

  it('closes the confirmation on another index', async () => {
    await press('Up');
    expect(screen.queryByRole('dialog', { hidden: true })).toBeTruthy();
    await press('Ether');
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });
});

it('explains missing buttons while the index is slow', async () => {
  const store = testStore({
    ...{ balances: balancesSlice.reducer, connection: connectionSlice.reducer },
    ...{ interest: interestSlice.reducer, options: optionsSlice.reducer },
  });
  const product = { ...OPTION_PRODUCT, state: 'slow' as const };
  await showPage(
    store,
    <OptionForm {...{ product, rules: OPTION_RULES }} price="60000" isStale={false} />,
    '/secondContract',
  );
  expect(await screen.findByText(/The sources of this index are slow right now/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Up' })).toBeNull();
});

it('refetches the remaining own limit at most once a second', async () => {
  const { asked, tell } = await show();
  const asks = () => asked.filter(({ path }) => path.startsWith('/exchange/app/option/limits')).length;
  const more = await requestsWhilePushed((count) => tell(5 + count), asks);
  expect(more).toBeGreaterThan(0);
  expect(more).toBeLessThanOrEqual(ASKED_MOST);
});
