/** Parts of products shown on common screens. */
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { STAFF_COMMANDS } from '../../../shared/rules/staff-kinds';
import { stubNetwork, success } from '../../../test/support/network';
import { ACTS } from '../admin/records/proposal-words';
import { adoptStoredSession } from '../kit/api/session';
import { startLanguage } from '../kit/i18n/i18n';
import { allAdminParts } from '../testing/admin-parts';
import { feeTiers } from '../testing/fee-tiers';
import { showMedia } from '../testing/media';
import { OPTION_PRODUCT, OPTION_RULES } from '../testing/option';
import { settle } from '../testing/settle';
import { App } from './app';
import { SITE } from './site';
import { createAppStore } from './store';

beforeAll(async () => {
  await startLanguage();
  window.scrollTo = () => undefined;
});
beforeEach(() => {
  localStorage.clear();
  showMedia(false);
});

async function open(path: string, answers: Parameters<typeof stubNetwork>[0]): Promise<void> {
  stubNetwork({
    '/exchange/app/product/indexList': () => success({ records: [], total: 0, pageIndex: 1, pageSize: 200 }),
    ...answers,
  });
  window.history.replaceState(null, '', path);
  const store = createAppStore(SITE.channels);
  adoptStoredSession(store);
  render(
    <Provider store={store}>
      <App />
    </Provider>,
  );
  await settle();
}

it('shows second contract fees by duration, grouping products with equal fees', async () => {
  const durations = [
    { durationMs: 60_000, payoutPpb: 800_000_000, feePpb: 10_000_000, feeAmount: '0' },
    { durationMs: 300_000, payoutPpb: 850_000_000, feePpb: 0, feeAmount: '5' },
  ];
  const product = { ...OPTION_PRODUCT, durations };
  const products = [product, { ...product, symbol: 'ETH-USDT', label: 'ETH/USDT' }];
  await open('/rateStandard', {
    '/exchange/app/product/feeTiers': () => success(feeTiers()),
    '/exchange/app/option/products': () => success({ position: 1, rules: OPTION_RULES, products, cover: [] }),
  });
  const table = await screen.findByRole('table', { name: /BTC\/USDT.*ETH\/USDT/ });
  expect([...table.querySelectorAll('tr')].map(({ textContent }) => textContent)).toEqual([
    'DurationFee',
    '1 min1.00%',
    '5 min5 USDT',
  ]);
});

it('shows second contract promises below financial products, with their own cover', async () => {
  const cover = [{ asset: 'USDT', held: '5000', promised: '901.18382465' }];
  const saving = {
    ...{ kind: 'financial', product: 'usdt-7', name: 'USDT 7', asset: 'USDT', principal: '1234.56' },
    ...{ promisedAsset: 'USDT', promised: '1.18382465' },
  };
  await open('/earnPromised', {
    '/exchange/app/earn/promised': () => success({ position: 9, cover, products: [saving] }),
    '/exchange/app/option/products': () =>
      success({
        ...{ position: 9, rules: OPTION_RULES, cover: [{ asset: 'USDT', held: '10000', promised: '960' }] },
        products: [{ ...OPTION_PRODUCT, open: { up: '1200', down: '300' }, promised: '960' }],
      }),
  });
  await screen.findByText('USDT 7');
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toContain('4,098.81617535 USDT');
  expect(rows[2]).toMatch(/Second contracts.*960\.0000 USDT.*9,040\.0000 USDT/);
  expect(rows.at(-2)).toContain('1.18382465 USDT');
  expect(rows.at(-1)).toMatch(/BTC\/USDT.*1,500\.0000 USDT.*960\.0000 USDT/);
});

it('names every staff command that needs a proposal or a review by others', async () => {
  const brought = (await allAdminParts()).flatMap(({ acts }) => Object.keys(acts));
  const named = [...Object.keys(ACTS), ...brought];
  expect(named).toHaveLength(new Set(named).size);
  const shown = Object.entries(STAFF_COMMANDS).filter(([, kinds]) => kinds.some((kind) => kind !== 'case'));
  expect(named).toEqual(expect.arrayContaining(shown.map(([command]) => command)));
});
