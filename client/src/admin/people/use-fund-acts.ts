import type { FrozenFunds } from '../../../../shared/wire/staff';
import { useFreezeFundsMutation, useReleaseFundsMutation } from '../api/users-api';
import type { Act } from '../act/act-dialog';
import { DECIMAL_LENGTH_MAX, REASON_LENGTH_MAX, type ActField } from '../act/fields';
import { storedText } from '../../kit/i18n/stored-text';
import { useTexts } from '../../kit/i18n/use-texts';
import type { Balance } from './balances-table';
import { exactAmount } from '../parts/exact-amount';

interface FundActs {
  freeze: (userId: number, balance: Balance) => Act;
  release: (funds: FrozenFunds) => Act;
}

/** Actions to freeze an amount of a user and to release it in full. */
export function useFundActs(onDone: (position: number | undefined) => void): FundActs {
  const { t, numbers } = useTexts();
  const [freeze] = useFreezeFundsMutation();
  const [release] = useReleaseFundsMutation();
  const userTitleOf = (userId: number): string => t('staff.user.title', { id: String(userId) });
  const reason: ActField = {
    name: 'reason',
    label: t('staff.reason'),
    kind: 'lines',
    lengthMax: REASON_LENGTH_MAX,
    hint: t('staff.funds.reason_kept'),
  };
  return {
    freeze: (userId, { account, asset, available }) => ({
      title: `${t('staff.funds.freeze')} – ${userTitleOf(userId)}`,
      consequence: t('staff.funds.freeze.consequence'),
      // If cross positions depend on the funds, the server makes a proposal and its response says so.
      approvalRule: ['FreezeFunds', 'brake'],
      details: [
        [t('staff.account'), t(`staff.account.${account}`)],
        [t('staff.asset'), asset],
        [t('staff.balance.available'), exactAmount(numbers, available, asset)],
      ],
      fields: [
        { name: 'amount', label: t('staff.amount'), kind: 'decimal', unit: asset, lengthMax: DECIMAL_LENGTH_MAX },
        reason,
      ],
      confirm: t('staff.funds.freeze'),
      kind: 'bad',
      successText: t('staff.funds.freeze.done'),
      send: ({ amount, reason: reasonText }, clientId) =>
        freeze({ clientId, userId, account, asset, amount, reason: reasonText }),
      onDone,
    }),
    release: ({ hold, userId, account, asset, amount, reason: before }) => ({
      title: `${t('staff.funds.release')} – ${userTitleOf(userId)}`,
      consequence: t('staff.funds.release.consequence'),
      approvalRule: 'UnfreezeFunds',
      details: [
        [t('staff.account'), t(`staff.account.${account}`)],
        [t('staff.amount'), exactAmount(numbers, amount, asset)],
        [t('staff.reason'), storedText(t, before)],
      ],
      fields: [{ ...reason, label: t('staff.funds.release_reason') }],
      confirm: t('staff.funds.release'),
      successText: t('staff.funds.release.done'),
      send: ({ reason: reasonText }, clientId) => release({ clientId, hold, reason: reasonText }),
      onDone,
    }),
  };
}
