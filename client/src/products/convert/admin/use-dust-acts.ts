import type { DustDesk, DustTerms } from '../../../../../shared/products/convert/staff';
import { VALUE_ASSET } from '../../../../../shared/rules/valuation';
import type { Act, Entered } from '../../../admin/act/act-dialog';
import { DECIMAL_LENGTH_MAX, reasonField, type ActField } from '../../../admin/act/fields';
import { exactAmount } from '../../../admin/parts/exact-amount';
import { useTexts } from '../../../kit/i18n/use-texts';
import { compare } from '../../../kit/lib/numbers/exact';
import { useFundDustMutation, useSetDustTermsMutation } from './convert-admin-api';

const STATES = ['open', 'closed'] as const;

interface DustActs {
  /** Null before terms were set for the first time. */
  terms: (terms: DustTerms | null) => Act;
  fund: () => Act;
  release: (row: DustDesk['held'][number]) => Act;
}

export function useDustActs(onDone: (position: number | undefined) => void): DustActs {
  const { t, numbers } = useTexts();
  const [setTerms] = useSetDustTermsMutation();
  const [fund] = useFundDustMutation();
  const reason: ActField = reasonField(t);
  const decimal = { kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX } as const;
  const amount = (unit: string): ActField => ({ ...decimal, name: 'amount', label: t('staff.amount'), unit });
  const sharedAct = { approvalRule: 'FundDust', successText: t('staff.convert.money.done'), onDone } as const;
  return {
    terms: (terms) => ({
      title: t('staff.convert.change'),
      consequence: t('staff.convert.terms.consequence'),
      approvalRule: ['SetDustTerms', (input) => (closes(terms, input) ? 'brake' : 'change')],
      fields: [
        {
          ...{ name: 'state', label: t('staff.convert.state'), kind: 'line', lengthMax: DECIMAL_LENGTH_MAX },
          choices: STATES.map((value) => ({ value, text: t(`staff.convert.state.${value}`) })),
          initial: terms?.state ?? 'open',
        },
        {
          ...{ ...decimal, name: 'dailyMax', label: t('staff.convert.daily_max'), unit: VALUE_ASSET },
          ...(terms ? { initial: terms.dailyMax } : {}),
        },
        reason,
      ],
      confirm: t('staff.convert.set'),
      successText: t('staff.convert.terms.done'),
      send: (input, clientId) =>
        setTerms({
          ...{ clientId, state: input.state === 'closed' ? 'closed' : 'open' },
          ...{ dailyMax: input.dailyMax ?? '', reason: input.reason ?? '' },
        }),
      onDone,
    }),
    fund: () => ({
      ...sharedAct,
      title: `${t('staff.convert.fund')} · ${VALUE_ASSET}`,
      consequence: t('staff.convert.fund.consequence'),
      fields: [amount(VALUE_ASSET), reason],
      confirm: t('staff.convert.fund'),
      send: (input, clientId) =>
        fund({
          ...{ clientId, asset: VALUE_ASSET, act: 'fund', amount: input.amount ?? '', reason: input.reason ?? '' },
        }),
    }),
    release: ({ asset, amount: heldAmount }) => ({
      ...sharedAct,
      title: `${t('staff.convert.release')} · ${asset}`,
      consequence: t('staff.convert.release.consequence'),
      details: [[t('staff.convert.held'), exactAmount(numbers, heldAmount, asset)]],
      fields: [amount(asset), reason],
      confirm: t('staff.convert.release'),
      send: (input, clientId) =>
        fund({ ...{ clientId, asset, act: 'release', amount: input.amount ?? '', reason: input.reason ?? '' } }),
    }),
  };
}

/** True if the only change is closing, which one person may do. */
function closes(terms: DustTerms | null, { state, dailyMax = '' }: Entered): boolean {
  if (terms?.state !== 'open' || state !== 'closed' || dailyMax === '') return false;
  return compare(dailyMax, terms.dailyMax) === 0;
}
