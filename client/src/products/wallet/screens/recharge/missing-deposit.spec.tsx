import { fireEvent, screen } from '@testing-library/react';
import type { RechargeChain } from '../../../../../../shared/products/wallet/chains';
import type { DepositReport } from '../../../../../../shared/products/wallet/deposit-reports';
import { json, stubNetwork, success } from '../../../../../../test/support/network';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { pageOf, press, showPage, testStore } from '../../../../testing/page';
import { settle } from '../../../../testing/settle';
import { sentTo } from '../../../../testing/staff-act';
import { MissingDeposit } from './missing-deposit';

const REPORT = '/exchange/app/recharge/report';
const REPORTS = '/exchange/app/recharge/reports';
const LOOK = '/exchange/app/recharge/look';
const TRANSACTION = `0x${'ab'.repeat(32)}`;
const ETHEREUM: RechargeChain = {
  ...{ asset: 'USDT', chain: 'ERC20', chainName: 'Ethereum (ERC-20)', minimum: '1', confirmations: 12, decimals: 6 },
  ...{ simulated: false, faucetMaximum: null },
};
const CHAINS = [ETHEREUM, { ...ETHEREUM, asset: 'ETH' }, { ...ETHEREUM, chain: 'BTC', chainName: 'Bitcoin' }];
const MISSED: DepositReport = {
  ...{ id: '4', chain: 'ERC20', chainName: 'Ethereum (ERC-20)', transaction: TRANSACTION, note: null },
  ...{ state: 'missed', confirmations: 40, createdAt: 1, lookedAt: 2, reason: null },
  payments: [{ asset: 'ETH', amount: '1.5', state: 'missed', reason: null, needed: 12, byContract: true }],
};

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

async function show(own: readonly DepositReport[] = [], report: () => Response = () => success(MISSED)) {
  const asked = stubNetwork({
    [REPORT]: report,
    [REPORTS]: () => pageOf(...own),
    [LOOK]: () => success(MISSED),
  });
  await showPage(testStore(), <MissingDeposit chains={CHAINS} />);
  await settle();
  return asked;
}

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

it('submits network and transaction; each network is listed once', async () => {
  const asked = await show();
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  await press('Ask the network');
  // A transaction id is required.
  expect(sentTo(asked, REPORT)).toEqual([]);
  fireEvent.click(screen.getByRole('radio', { name: 'Bitcoin' }));
  type('Transaction ID', ` ${TRANSACTION} `);
  type('Note (optional)', ' ');
  await press('Ask the network');
  expect(sentTo(asked, REPORT)).toEqual([{ chain: 'BTC', transaction: TRANSACTION }]);
  expect(sentTo(asked, REPORTS)).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>('Transaction ID').value).toBe('');
});

it('shows what the network reports and queries it again', async () => {
  const asked = await show([MISSED]);
  expect(screen.getByText('To be credited by staff')).toBeTruthy();
  expect(screen.getByText('Sent by a contract')).toBeTruthy();
  await press(`Look again: ${TRANSACTION}`);
  expect(sentTo(asked, LOOK)).toEqual([{ report: '4' }]);
  expect(sentTo(asked, REPORTS)).toHaveLength(2);
});

it('shows why a report was refused, without further actions', async () => {
  await show([{ ...MISSED, state: 'refused', reason: 'The network shows no such payment', payments: [] }]);
  expect(screen.getByText('Refused')).toBeTruthy();
  expect(screen.getByText('The network shows no such payment')).toBeTruthy();
  expect(screen.queryByRole('button', { name: `Look again: ${TRANSACTION}` })).toBeNull();
});

it('shows an invalid transaction id at its field', async () => {
  await show([], () =>
    json(400, { code: 'request.invalid', message: '', data: { fields: [{ path: 'transaction', code: 'format' }] } }),
  );
  type('Transaction ID', 'yesterday');
  await press('Ask the network');
  expect(screen.getByLabelText('Transaction ID').getAttribute('aria-invalid')).toBe('true');
});
