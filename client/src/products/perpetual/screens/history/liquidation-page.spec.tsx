import { fireEvent, screen, within } from '@testing-library/react';
import { refusal, stubNetwork, success } from '../../../../../../test/support/network';
import type { LiquidationDetail, LiquidationStep } from '../../../../../../shared/products/perpetual/liquidations';
import { sessionApi } from '../../../../kit/entities/session/session-api';
import { loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { CONTRACT_TEXTS } from '../../../../kit/i18n/part-texts';
import { LIQUIDATION } from '../../../../testing/liquidation';
import { pageOf, press, showPage, testStore } from '../../../../testing/page';
import { PERPETUAL } from '../../../../testing/perpetual';
import { settle } from '../../../../testing/settle';
import { LiquidationPage } from './liquidation-page';

const ONE = '/exchange/app/contract/liquidation';
const ALL = '/exchange/app/contract/liquidations';
const ALWAYS = {
  '/exchange/app/account/getUserInfo': () =>
    success({ userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false }),
  '/exchange/app/product/indexList': () => pageOf(PERPETUAL),
};
const step = (event: number, of: Partial<LiquidationStep>): LiquidationStep => ({
  ...{ position: 120, event, kind: 'started', at: 1, lots: null, price: null, fee: null, insurance: null },
  ...{ treasury: null, rank: null, ...of },
});
/** Liquidation with a loss covered by the fund, the exchange and deleveraging. */
const DEEP: LiquidationDetail = {
  ...LIQUIDATION,
  insurance: '-49.9725',
  path: [
    { at: 0, mark: '60000' },
    { at: 60_000, mark: '57229' },
  ],
  inputs: { ...LIQUIDATION.inputs, sources: [{ name: 'north', price: '57228.5', at: 1 }] },
  steps: [
    step(0, { lots: 500, price: '57229' }),
    step(3, { kind: 'covered', lots: 400, price: '56900', insurance: '-49.9725' }),
    step(4, { kind: 'deleveraged', lots: 60, price: '57000', rank: 1 }),
    step(5, { kind: 'deleveraged', lots: 40, price: '57000', rank: 2, treasury: '-3.5' }),
    step(6, { kind: 'finished' }),
  ],
};

beforeAll(async () => {
  await startLanguage();
  await loadTexts(CONTRACT_TEXTS);
});

async function show(address: string, answers: Parameters<typeof stubNetwork>[0], isLogin = true) {
  const asked = stubNetwork({ ...ALWAYS, ...answers });
  const store = testStore();
  if (isLogin) await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(store, <LiquidationPage />, address);
  return asked;
}

const panel = (name: RegExp | string) => screen.getByRole('region', { name });
const enter = async (name: RegExp, text: string) => {
  const field = screen.getByRole('textbox', { name });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
  await settle();
};
const reckoned = () => within(panel('Reckon it again')).getByRole('status').textContent;

describe('liquidation list', () => {
  it('shows no names', async () => {
    await show('/liquidation', { [ALL]: () => pageOf(LIQUIDATION) }, false);
    const row = screen.getAllByRole('row')[1];
    expect(row.textContent).toContain('BTC/USDT perpetual');
    expect(row.textContent).toContain('0.500 BTC');
    expect(row.textContent).toContain('57,229.0');
  });

  it('shows a message when empty and an error when loading failed', async () => {
    await show('/liquidation', { [ALL]: () => refusal(503, 'system.busy', 'Not there yet.') }, false);
    expect(screen.getByRole('alert').textContent).toContain('Not there yet.');
    stubNetwork({ ...ALWAYS, [ALL]: () => pageOf() });
    await press('Try again');
    expect(screen.getByText('Nothing has been liquidated.')).toBeTruthy();
  });
});

describe('own liquidation', () => {
  it('requires a log-in', async () => {
    const asked = await show('/liquidation?id=9', {}, false);
    const way = screen.getByRole('link', { name: 'Log in' }).getAttribute('href');
    expect(new URL(way ?? '', 'http://here').searchParams.get('from')).toBe('/liquidation?id=9');
    expect(asked.filter(({ path }) => path.startsWith(`${ONE}?`))).toEqual([]);
  });

  it('of another user shows not found', async () => {
    await show('/liquidation?id=8', { [ONE]: () => refusal(200, 'liquidation.not.found', 'No such liquidation.') });
    expect(screen.getByRole('alert').textContent).toContain('No such liquidation.');
  });

  it('shows inputs, margin history and each step with its journal position', async () => {
    await show('/liquidation?id=9', { [ONE]: () => success(DEEP) });
    expect(panel(/^Why was I liquidated/).textContent).toContain('1,515.675');
    const mark = panel('The mark at that moment');
    expect(mark.textContent).toContain('north57,228.5 USDT');
    expect(within(mark).getByRole('img', { name: /covered by 1,515\.67 USDT at first and 130\.17 USDT/ })).toBeTruthy();
    const steps = within(panel('What was done, step by step'));
    expect(steps.getAllByRole('row').map((row) => row.querySelector('td')?.textContent)).toEqual([
      ...[undefined, '120.0', '120.3', '120.4', '120.5', '120.6'],
    ]);
  });

  it('explains how the mark was calculated under the rule of its time', async () => {
    await show('/liquidation?id=9', { [ONE]: () => success(DEEP) });
    const mark = panel('The mark at that moment').textContent;
    expect(mark).toContain('mean price of a minute, at most 103.0 USDT from the index');
    expect(mark).toContain('Mean price of a minute57,000.0 USDT');
    expect(screen.getByRole('textbox', { name: /^Mean price of a minute/ })).toBeTruthy();
  });

  it('under the first rule shows the last price and no bound', async () => {
    await show('/liquidation?id=9', { [ONE]: () => success({ ...DEEP, inputs: { ...DEEP.inputs, bound: null } }) });
    const mark = panel('The mark at that moment').textContent;
    expect(mark).toContain('P1, P2 and the last price; the index');
    expect(mark).toContain('Last price57,000.0 USDT');
  });

  it('shows the payers: fund, exchange and deleveraged users by rank', async () => {
    await show('/liquidation?id=9', { [ONE]: () => success(DEEP) });
    const facts = panel('What was done, step by step').querySelector('dl')?.textContent ?? '';
    expect(facts).toMatch(/Paid by the insurance fund49\.9725/);
    expect(facts).toMatch(/Paid by the exchange itself3\.5/);
    expect(facts).toMatch(/Deleveraged, by rank1, 2$/);
  });

  it('without a shortfall shows no payers', async () => {
    await show('/liquidation?id=9', { [ONE]: () => success({ ...LIQUIDATION, insurance: '12.5' }) });
    const facts = panel('What was done, step by step').querySelector('dl')?.textContent ?? '';
    expect(facts).toMatch(/Went to the insurance fund12\.5/);
    expect(facts).not.toContain('exchange itself');
    expect(facts).toMatch(/Deleveraged, by ranknobody$/);
  });
});

describe('recalculation', () => {
  it('equals the recorded result, to the unit', async () => {
    await show('/liquidation?id=9', { [ONE]: () => success(DEEP) });
    await press('Reckon');
    expect(reckoned()).toContain('Liquidated: covered by no more than it requires.');
    expect(reckoned()).toContain('to the last unit');
  });

  it('reports a difference from the record', async () => {
    const inputs = { ...DEEP.inputs, requirement: '130.19597501' };
    await show('/liquidation?id=9', { [ONE]: () => success({ ...DEEP, inputs }) });
    await press('Reckon');
    expect(reckoned()).toContain('This is not what the exchange has recorded.');
  });

  it('shows the effect of a changed input', async () => {
    await show('/liquidation?id=9', { [ONE]: () => success(DEEP) });
    await enter(/^Margin /, '1600');
    await press('Reckon');
    expect(reckoned()).toContain('Not liquidated');
    expect(reckoned()).toMatch(/130\.175.* → 214\.5.*\(\+84\.325/);
    expect(reckoned()).not.toContain('recorded');
    await press('As recorded');
    await press('Reckon');
    expect(reckoned()).toContain('to the last unit');
  });

  it('rejects an invalid price', async () => {
    await show('/liquidation?id=9', { [ONE]: () => success(DEEP) });
    await enter(/^P1 /, '0');
    await press('Reckon');
    expect(within(panel('Reckon it again')).getByRole('alert').textContent).toBe(
      'Prices lie on the tick and are above zero.',
    );
  });
});
