import type { EarnDesk, FinancialTerms, MiningTerms } from '../../../../../shared/products/earn/staff';
import type { EarnKind } from '../api/earn-api';
import {
  useFundEarnMutation,
  useSetEarnStateMutation,
  useSetFinancialTermsMutation,
  useSetMiningTermsMutation,
} from './earn-api';
import type { Act } from '../../../admin/act/act-dialog';
import { type ActField, DECIMAL_LENGTH_MAX, reasonField } from '../../../admin/act/fields';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { financialTermsOf, miningTermsOf, percentOf, wrongIn } from './earn-terms';
import { exactAmount } from '../../../admin/parts/exact-amount';

const NAME_LENGTH_MAX = 32;
const PAYOUTS = ['daily', 'end'] as const;
const REBATES = ['none', 'purchase', 'income'] as const;

interface EarnActs {
  /** Without `terms`, creates a new product. */
  financial: (terms?: FinancialTerms) => Act;
  mining: (terms?: MiningTerms) => Act;
  state: (kind: EarnKind, product: { product: string; name: string; state: string }) => Act;
  fund: (cover: EarnDesk['cover'][number], act: 'fund' | 'release') => Act;
}

export function useEarnActs(onDone: (position: number | undefined) => void): EarnActs {
  const { t, numbers } = useTexts();
  const [setFinancial] = useSetFinancialTermsMutation();
  const [setMining] = useSetMiningTermsMutation();
  const [setState] = useSetEarnStateMutation();
  const [fund] = useFundEarnMutation();
  const reason: ActField = reasonField(t);
  const field = (name: string, label: TextKey, kind: ActField['kind'], initial?: string): ActField => ({
    ...{ name, label: t(label), kind },
    lengthMax: kind === 'line' ? NAME_LENGTH_MAX : DECIMAL_LENGTH_MAX,
    ...(initial === undefined ? {} : { initial }),
  });
  const choice = (name: string, label: TextKey, choices: ActField['choices'], initial?: string): ActField => ({
    ...field(name, label, 'line', initial),
    ...(choices ? { choices } : {}),
  });
  const days = (terms?: { termDays: number }) =>
    field('termDays', 'staff.earn.term', 'whole', terms && String(terms.termDays));
  const amounts = (terms?: { quota: string; amountMin: string }, max?: string) => [
    field('quota', 'staff.earn.quota', 'decimal', terms?.quota),
    field('amountMin', 'staff.earn.minimum', 'decimal', terms?.amountMin),
    field('userMax', 'staff.earn.maximum', 'decimal', max),
  ];
  const names = (terms?: { product: string; name: string }) => [
    field('product', 'staff.earn.code', 'line', terms?.product),
    field('name', 'staff.earn.name', 'line', terms?.name),
  ];
  const proposing = (title: TextKey) => ({
    title: t(title),
    consequence: t('staff.earn.terms.consequence'),
    check: wrongIn,
    confirm: t('staff.earn.propose'),
    successText: t('staff.earn.terms.done'),
    onDone,
  });
  return {
    financial: (terms) => ({
      ...proposing(terms ? 'staff.earn.change' : 'staff.earn.propose.financial'),
      approvalRule: 'SetFinancialTerms',
      fields: [
        ...names(terms),
        field('asset', 'earn.coin', 'line', terms?.asset),
        days(terms),
        field('annual', 'staff.earn.annual', 'decimal', terms && percentOf(terms.annualRatePpb)),
        ...amounts(terms, terms?.userMax),
        reason,
      ],
      send: (input, clientId) => setFinancial({ clientId, ...financialTermsOf(input), reason: input.reason ?? '' }),
    }),
    mining: (terms) => ({
      ...proposing(terms ? 'staff.earn.change' : 'staff.earn.propose.mining'),
      approvalRule: 'SetMiningTerms',
      fields: [
        ...names(terms),
        field('asset', 'mining.coin', 'line', terms?.asset),
        field('incomeAsset', 'mining.income_coin', 'line', terms?.incomeAsset),
        days(terms),
        field('daily', 'staff.earn.daily', 'decimal', terms && percentOf(terms.dailyRatePpb)),
        choice(
          'payout',
          'mining.payout',
          PAYOUTS.map((value) => ({ value, text: t(`mining.payout.${value}`) })),
          terms?.payout,
        ),
        choice(
          'rebateType',
          'staff.earn.rebate_type',
          REBATES.map((value) => ({ value, text: t(`staff.earn.rebate.${value}`) })),
          terms?.rebate?.type,
        ),
        {
          ...field(
            'rebateRatio',
            'staff.earn.rebate_ratio',
            'decimal',
            terms?.rebate ? percentOf(terms.rebate.ratioPpb) : undefined,
          ),
          isOptional: true,
        },
        ...amounts(terms, terms?.amountMax),
        reason,
      ],
      send: (input, clientId) => setMining({ clientId, ...miningTermsOf(input), reason: input.reason ?? '' }),
    }),
    state: (kind, { product, name, state }) => {
      const targetState = state === 'closed' ? 'on' : 'off';
      return {
        title: `${t(`staff.earn.${targetState}`)} · ${name}`,
        consequence: t(`staff.earn.${targetState}.consequence`),
        approvalRule: [
          kind === 'financial' ? 'SetFinancialState' : 'SetMiningState',
          targetState === 'off' ? 'brake' : 'restore',
        ],
        fields: [reason],
        confirm: t(`staff.earn.${targetState}`),
        ...(targetState === 'off' ? { kind: 'bad' as const } : {}),
        successText: t('staff.earn.state.done'),
        send: (input, clientId) =>
          setState({
            clientId,
            kind,
            product,
            state: targetState === 'on' ? 'open' : 'closed',
            reason: input.reason ?? '',
          }),
        onDone,
      };
    },
    fund: ({ asset, held: heldAmount, free }, act) => ({
      title: `${t(`staff.earn.${act}`)} · ${asset}`,
      consequence: t(`staff.earn.${act}.consequence`),
      approvalRule: 'FundFinancial',
      details: [
        [t('earn.promised.held'), exactAmount(numbers, heldAmount, asset)],
        [t('staff.earn.free'), exactAmount(numbers, free, asset)],
      ],
      fields: [{ ...field('amount', 'staff.amount', 'decimal'), unit: asset }, reason],
      confirm: t(`staff.earn.${act}`),
      successText: t('staff.earn.money.done'),
      send: (input, clientId) => fund({ clientId, asset, act, amount: input.amount ?? '', reason: input.reason ?? '' }),
      onDone,
    }),
  };
}
