import type { FrozenFunds } from '../../../../../shared/wire/staff';
import { useFreezeFundsMutation, useReleaseFundsMutation } from '../../../entities/staff/users-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { DECIMAL_LENGTH_MAX, REASON_LENGTH_MAX, type ActField } from '../../../features/staff-act/fields';
import { keptText } from '../../../shared/i18n/kept-text';
import { useTexts } from '../../../shared/i18n/use-texts';
import type { Balance } from './balances-table';
import { exactAmount } from '../parts/exact-amount';

interface FundActs {
  freeze: (userId: number, balance: Balance) => Act;
  release: (funds: FrozenFunds) => Act;
}

/** Taking an amount out of a user's reach, and giving it back whole. */
export function useFundActs(onDone: (position: number | undefined) => void): FundActs {
  const { say, numbers } = useTexts();
  const [freeze] = useFreezeFundsMutation();
  const [release] = useReleaseFundsMutation();
  const whom = (userId: number): string => say('staff.user.title', { id: String(userId) });
  const reason: ActField = {
    name: 'reason',
    label: say('staff.reason'),
    kind: 'lines',
    lengthMax: REASON_LENGTH_MAX,
    hint: say('staff.funds.reason_kept'),
  };
  return {
    freeze: (userId, { account, asset, available }) => ({
      title: `${say('staff.funds.freeze')} – ${whom(userId)}`,
      consequence: say('staff.funds.freeze.consequence'),
      // Where cross positions stand on it, it is proposed: the answer says so.
      takes: ['FreezeFunds', 'brake'],
      facts: [
        [say('staff.account'), say(`staff.account.${account}`)],
        [say('staff.asset'), asset],
        [say('staff.balance.available'), exactAmount(numbers, available, asset)],
      ],
      fields: [
        { name: 'amount', label: say('staff.amount'), kind: 'decimal', unit: asset, lengthMax: DECIMAL_LENGTH_MAX },
        reason,
      ],
      confirm: say('staff.funds.freeze'),
      kind: 'bad',
      done: say('staff.funds.freeze.done'),
      send: ({ amount, reason: why }, clientId) => freeze({ clientId, userId, account, asset, amount, reason: why }),
      onDone,
    }),
    release: ({ hold, userId, account, asset, amount, reason: before }) => ({
      title: `${say('staff.funds.release')} – ${whom(userId)}`,
      consequence: say('staff.funds.release.consequence'),
      takes: 'UnfreezeFunds',
      facts: [
        [say('staff.account'), say(`staff.account.${account}`)],
        [say('staff.amount'), exactAmount(numbers, amount, asset)],
        [say('staff.reason'), keptText(say, before)],
      ],
      fields: [{ ...reason, label: say('staff.funds.release_reason') }],
      confirm: say('staff.funds.release'),
      done: say('staff.funds.release.done'),
      send: ({ reason: why }, clientId) => release({ clientId, hold, reason: why }),
      onDone,
    }),
  };
}
