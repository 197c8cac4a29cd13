import { fireEvent, screen, within } from '@testing-library/react';
import type { OptionExposure } from '../../../../../shared/products/option/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { refusal, stubNetwork, success, type Asked } from '../../../../../test/support/network';
import { loadTexts, startLanguage } from '../../../kit/i18n/i18n';
import { OPTION_TEXTS } from '../api/texts';
import { STAFF_TEXTS } from '../../../kit/i18n/part-texts';
import { OPTION_PRODUCT } from '../../../testing/option';
import { press, showPage, testStore } from '../../../testing/page';
import { settle } from '../../../testing/settle';
import { confirm, dialog, enter, sentTo } from '../../../testing/staff-act';
import { termsOf } from './option-terms';
import { OptionsPage } from './options-page';

const PATH = '/exchange/admin/option';
const ME = 7;
const ADMIN: OwnStaff = { userId: ME, role: 'admin', rights: ['recharges', 'markets'] };
const TERMS = termsOf(OPTION_PRODUCT);
const EXPOSURE: OptionExposure = {
  position: 8,
  products: [{ ...OPTION_PRODUCT, open: { up: '1200', down: '300' }, contracts: 3, promised: '960' }],
  cover: [{ asset: 'USDT', held: '5000', promised: '960', free: '4040' }],
};
const done = () => success({ position: 90, repeated: false });

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
  await loadTexts(OPTION_TEXTS);
});

async function show(answers: Parameters<typeof stubNetwork>[0] = {}, known: Partial<OptionExposure> = {}, own = ADMIN) {
  const asked = stubNetwork({ [`${PATH}/exposure`]: () => success({ ...EXPOSURE, ...known }), ...answers });
  await showPage(testStore(), <OptionsPage ownStaff={own} />);
  return asked;
}
const sent = (asked: readonly Asked[], act: string) => sentTo(asked, `${PATH}/${act}`);
const pressIn = async (row: RegExp, name: string) => {
  fireEvent.click(within(screen.getByRole('row', { name: row })).getByRole('button', { name }));
  await settle();
};

describe('second contracts desk', () => {
  it('shows terms, open contracts and payout cover', async () => {
    await show();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows.find((row) => row?.startsWith('USDT'))).toContain('4,040 USDT');
    expect(rows.find((row) => row?.startsWith('5 min'))).toContain('85 %1 %');
    expect(screen.getByText('1,200 USDT')).toBeTruthy();
    expect(screen.getByText('On sale')).toBeTruthy();
  });

  it('changes one duration only, after validation', async () => {
    const asked = await show({ [`${PATH}/setTerms`]: done });
    await pressIn(/^1 min/, 'Change');
    expect(dialog().getByLabelText<HTMLInputElement>('Gain in percent').value).toBe('80');
    enter({ 'Gain in percent': '100', Reason: 'lower' });
    await confirm('Propose terms');
    expect(sent(asked, 'setTerms')).toEqual([]);
    enter({ 'Gain in percent': '78.5' });
    await confirm('Propose terms');
    const [short, long] = TERMS.durations;
    expect(sent(asked, 'setTerms')).toEqual([
      {
        ...TERMS,
        durations: [{ ...short, payoutPpb: 785_000_000 }, long],
        ...{ reason: 'lower', clientId: expect.any(String) },
      },
    ]);
  });

  it('removes a duration', async () => {
    const asked = await show({ [`${PATH}/setTerms`]: done });
    await pressIn(/^5 min/, 'Remove');
    enter({ Reason: 'nobody wants it' });
    await confirm('Propose terms');
    expect(sent(asked, 'setTerms')).toMatchObject([{ durations: [TERMS.durations[0]] }]);
  });

  it('does not offer to remove the last duration', async () => {
    await show({}, { products: [{ ...EXPOSURE.products[0], durations: [TERMS.durations[0]] }] });
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  it('changes limits', async () => {
    const asked = await show({ [`${PATH}/setTerms`]: done });
    await press('Limits');
    enter({ 'Open at once, in all': '2000000', Reason: 'more cover' });
    await confirm('Propose terms');
    expect(sent(asked, 'setTerms')).toMatchObject([{ ...TERMS, totalMax: '2000000', reason: 'more cover' }]);
  });

  it('takes products off sale with a reason, and moves funds that are not promised', async () => {
    const asked = await show({
      [`${PATH}/setState`]: done,
      [`${PATH}/fund`]: () => refusal(409, 'balance.insufficient', 'Insufficient balance.'),
    });
    await press('Take off sale');
    expect(dialog().getByText(/^Takes effect at once, and ends by itself after 4 h unless/)).toBeTruthy();
    enter({ Reason: 'ends' });
    await confirm('Take off sale');
    expect(sent(asked, 'setState')).toMatchObject([{ symbol: 'BTC-USDT', state: 'closed', reason: 'ends' }]);
    await press('Take back money');
    enter({ Amount: '4041', Reason: 'too much' });
    await confirm('Take back money');
    expect(sent(asked, 'fund')).toMatchObject([{ asset: 'USDT', act: 'release', amount: '4041' }]);
    expect(dialog().getByText('Insufficient balance.')).toBeTruthy();
  });

  it('is read-only without the right', async () => {
    await show({}, {}, { ...ADMIN, rights: [] });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
