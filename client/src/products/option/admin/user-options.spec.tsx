import { screen } from '@testing-library/react';
import { stubNetwork, success } from '../../../../../test/support/network';
import { loadTexts, startLanguage } from '../../../kit/i18n/i18n';
import { OPTION_TEXTS } from '../api/texts';
import { STAFF_TEXTS } from '../../../kit/i18n/part-texts';
import { showPage, testStore } from '../../../testing/page';
import { UserOptions } from './user-options';

beforeAll(async () => {
  await startLanguage();
  await Promise.all([STAFF_TEXTS, OPTION_TEXTS].map(loadTexts));
});

async function show(answers: Parameters<typeof stubNetwork>[0]): Promise<void> {
  stubNetwork(answers);
  await showPage(testStore(), <UserOptions userId={10_000_003} />);
}

describe('user page', () => {
  it('lists open second contracts', async () => {
    const contract = {
      ...{ contract: '5', symbol: 'BTC-USDT', direction: 'up', asset: 'USDT', stake: '1000', payoutNet: '1800' },
      ...{ durationMs: 60_000, status: 'holding', endsAt: null },
    };
    await show({
      '/exchange/admin/option/contracts': () => success({ position: 1, contracts: [contract] }),
    });
    expect(screen.getByText('BTC-USDT #5')).toBeTruthy();
    expect(screen.getByText('Running')).toBeTruthy();
  });

  it('hides the table without second contracts', async () => {
    await show({
      '/exchange/admin/option/contracts': () => success({ position: 1, contracts: [] }),
    });
    expect(screen.queryByRole('table')).toBeNull();
  });
});
