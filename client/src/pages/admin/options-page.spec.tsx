import { fireEvent, screen, within } from '@testing-library/react';
import type { OptionExposure } from '../../../../shared/wire/option-staff';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import { needTexts, startLanguage } from '../../shared/i18n/i18n';
import { OPTION_TEXTS } from '../../shared/i18n/option-texts';
import { STAFF_TEXTS } from '../../shared/i18n/staff-texts';
import { press, showPage, testStore } from '../../testing/page';
import { settle } from '../../testing/settle';
import { OptionsPage } from './options-page';

const PATH = '/exchange/admin/option';
const ME = 7;
const ADMIN: OwnStaff = { userId: ME, role: 'admin', rights: ['recharges', 'markets'] };
const TERMS = {
  ...{ symbol: 'BTC-USDT', asset: 'USDT', amountMin: '10', amountMax: '5000', sideMax: '50000', totalMax: '80000' },
  ...{ userMax: '20000', levelsUserMax: '0' },
  durations: [
    { durationMs: 30_000, payoutPpb: 800_000_000, feePpb: 0, feeAmount: '0' },
    { durationMs: 60_000, payoutPpb: 812_500_000, feePpb: 10_000_000, feeAmount: '0' },
    { durationMs: 300_000, payoutPpb: 850_000_000, feePpb: 0, feeAmount: '5' },
  ],
};
const PRODUCT: OptionExposure['products'][number] = {
  ...{ ...TERMS, label: 'BTC/USDT', base: 'BTC', quote: 'USDT', state: 'open', scale: 8, tick: '0.01' },
  ...{ staleMs: 10_000, offersLevels: false, open: { up: '1200', down: '300' }, contracts: 3, promised: '1210' },
};
const EXPOSURE: OptionExposure = {
  ...{ position: 8, products: [PRODUCT], proposed: [] },
  cover: [{ asset: 'USDT', held: '60000', promised: '1210', free: '58790' }],
};
const done = () => success({ position: 90, repeated: false });

beforeAll(async () => {
  await startLanguage();
  await needTexts(STAFF_TEXTS);
  await needTexts(OPTION_TEXTS);
});

async function show(answers: Parameters<typeof stubNetwork>[0] = {}, told: Partial<OptionExposure> = {}, own = ADMIN) {
  const asked = stubNetwork({ [`${PATH}/exposure`]: () => success({ ...EXPOSURE, ...told }), ...answers });
  await showPage(testStore(), <OptionsPage own={own} />);
  return asked;
}
const sent = (asked: readonly Asked[], act: string) =>
  asked.filter(({ path }) => path === `${PATH}/${act}`).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const dialog = () => within(screen.getByRole('dialog', { hidden: true }));
const enter = (fields: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(fields))
    fireEvent.change(dialog().getByLabelText(name), { target: { value: text } });
};
const pressInside = async (name: string) => {
  fireEvent.click(dialog().getByRole('button', { name, hidden: true }));
  await settle();
};

describe('second contracts at the desk', () => {
  it('stand with their durations, what is open on each side, and what backs them', async () => {
    await show();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    const product = rows.find((row) => row?.includes('BTC/USDT'));
    expect(product).toMatch(/30 sec: 80%.*1 min: 81\.25% · Fee 1%.*5 min: 85% · Fee 5 USDT/);
    expect(product).toContain('1,200 / 50,000 USDT');
    expect(product).toContain('On sale');
    expect(rows.find((row) => row?.includes('60,000 USDT'))).toContain('58,790 USDT');
  });

  it('are proposed with durations in rows; what cannot be is said in its cell before it is sent', async () => {
    const asked = await show({ [`${PATH}/setTerms`]: done });
    await press('New second contract');
    enter({
      ...{ Index: 'eth-usdt', 'Coin of amounts and payouts': 'usdt', 'Duration, 1': '60', 'Gain (%), 1': '85.5' },
      ...{ 'Smallest amount': '10', 'Largest amount': '500', 'Open at once, of a user': '1000' },
      ...{ 'Of it with take-profit or stop-loss': '200', 'Open at once, a direction': '5000' },
      ...{ 'Open at once, in all': '8000', Reason: 'offered' },
    });
    await pressInside('Propose terms');
    // Who may get out early is not paid so much.
    expect(dialog().getByLabelText('Gain (%), 1').getAttribute('aria-invalid')).toBe('true');
    enter({ 'Gain (%), 1': '85' });
    await pressInside('Add a row');
    await pressInside('Propose terms');
    expect(document.activeElement).toBe(dialog().getByLabelText('Duration, 2'));
    enter({ 'Duration, 2': '60', 'Gain (%), 2': '80', 'Fee (%), 2': '1' });
    await pressInside('Propose terms');
    expect(dialog().getByLabelText('Duration, 2').getAttribute('aria-invalid')).toBe('true');
    expect(sent(asked, 'setTerms')).toEqual([]);
    enter({ 'Duration, 2': '300' });
    await pressInside('Propose terms');
    expect(sent(asked, 'setTerms')).toEqual([
      {
        ...{ symbol: 'ETH-USDT', asset: 'USDT', amountMin: '10', amountMax: '500', userMax: '1000' },
        ...{ levelsUserMax: '200', sideMax: '5000', totalMax: '8000', reason: 'offered' },
        durations: [
          { durationMs: 60_000, payoutPpb: 850_000_000, feePpb: 0, feeAmount: '0' },
          { durationMs: 300_000, payoutPpb: 800_000_000, feePpb: 10_000_000, feeAmount: '0' },
        ],
        clientId: expect.any(String),
      },
    ]);
  });

  it('are seconded as another has proposed them, to the last digit, and never by who did', async () => {
    const asked = await show({ [`${PATH}/setTerms`]: done }, { proposed: [{ ...TERMS, by: 8 }] });
    await press('Second the terms');
    enter({ Reason: 'agreed' });
    await pressInside('Propose terms');
    expect(sent(asked, 'setTerms')).toEqual([{ ...TERMS, reason: 'agreed', clientId: expect.any(String) }]);
  });

  it('offer nobody their own proposal to second', async () => {
    await show({}, { proposed: [{ ...TERMS, by: ME }] });
    expect(screen.getByRole('heading', { name: 'Waiting for a second person' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Second the terms' })).toBeNull();
  });

  it('are put off sale with a reason; money moves, and what is refused is said', async () => {
    const asked = await show({
      [`${PATH}/setState`]: done,
      [`${PATH}/fund`]: () => refusal(409, 'balance.insufficient', 'That is promised.'),
    });
    await press('Take off sale');
    expect(screen.getByText(/Contracts that are open go on/)).toBeTruthy();
    enter({ Reason: 'ends' });
    await pressInside('Take off sale');
    expect(sent(asked, 'setState')).toMatchObject([{ symbol: 'BTC-USDT', state: 'closed', reason: 'ends' }]);
    await press('Take back money');
    enter({ Amount: '58791', Reason: 'surplus' });
    await pressInside('Take back money');
    expect(sent(asked, 'fund')).toMatchObject([{ asset: 'USDT', act: 'release', amount: '58791' }]);
    expect(dialog().getByText('That is promised.')).toBeTruthy();
  });

  it('offer money only to who may move it, and say why they cannot be shown', async () => {
    await show({}, {}, { ...ADMIN, rights: ['markets'] });
    expect(screen.queryByRole('button', { name: 'Put in money' })).toBeNull();
    stubNetwork({ [`${PATH}/exposure`]: () => refusal(503, 'system.busy', 'Not there yet.') });
    await showPage(testStore(), <OptionsPage own={ADMIN} />);
    expect(screen.getByRole('alert').textContent).toContain('Not there yet.');
  });
});
