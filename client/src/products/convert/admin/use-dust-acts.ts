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
  release: (held: DustDesk['held'][number]) => Act;
}

export function useDustActs(onDone: (position: number | undefined) => void): DustActs {
  const { t, numbers } = useTexts();
  const [setTerms] = useSetDustTermsMutation();
  const [fund] = useFundDustMutation();
  const reason: ActField = reasonField(t);
  const decimal = { kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX } as const;
  const amount = (unit: string): ActField => ({ ...decimal, name: 'amount', label: t('staff.amount'), unit });
  const moved = { takes: 'FundDust', done: t('staff.convert.money.done'), onDone } as const;
  return {
    terms: (terms) => ({
      title: t('staff.convert.change'),
      consequence: t('staff.convert.terms.consequence'),
      takes: ['SetDustTerms', (entered) => (closes(terms, entered) ? 'brake' : 'change')],
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
      done: t('staff.convert.terms.done'),
      send: (entered, clientId) =>
        setTerms({
          ...{ clientId, state: entered.state === 'closed' ? 'closed' : 'open' },
          ...{ dailyMax: entered.dailyMax ?? '', reason: entered.reason ?? '' },
        }),
      onDone,
    }),
    fund: () => ({
      ...moved,
      title: `${t('staff.convert.fund')} · ${VALUE_ASSET}`,
      consequence: t('staff.convert.fund.consequence'),
      fields: [amount(VALUE_ASSET), reason],
      confirm: t('staff.convert.fund'),
      send: (entered, clientId) =>
        fund({
          ...{ clientId, asset: VALUE_ASSET, act: 'fund', amount: entered.amount ?? '', reason: entered.reason ?? '' },
        }),
    }),
    release: ({ asset, amount: held }) => ({
      ...moved,
      title: `${t('staff.convert.release')} · ${asset}`,
      consequence: t('staff.convert.release.consequence'),
      facts: [[t('staff.convert.held'), exactAmount(numbers, held, asset)]],
      fields: [amount(asset), reason],
      confirm: t('staff.convert.release'),
      send: (entered, clientId) =>
        fund({ ...{ clientId, asset, act: 'release', amount: entered.amount ?? '', reason: entered.reason ?? '' } }),
    }),
  };
}

/** True if the only change is closing, which one person may do. */
function closes(terms: DustTerms | null, { state, dailyMax = '' }: Entered): boolean {
  if (terms?.state !== 'open' || state !== 'closed' || dailyMax === '') return false;
  return compare(dailyMax, terms.dailyMax) === 0;
}
