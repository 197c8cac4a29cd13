import type { OptionDuration } from '../../../../../shared/products/option/wire';
import type { OptionExposure } from '../../../../../shared/products/option/staff';
import { useDurationWords } from '../api/use-duration-words';
import { useFundOptionsMutation, useSetOptionStateMutation, useSetOptionTermsMutation } from './options-api';
import type { Act, Entered } from '../../../admin/act/act-dialog';
import { type ActField, DECIMAL_LENGTH_MAX, reasonField } from '../../../admin/act/fields';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { exactAmount } from '../../../admin/parts/exact-amount';
import {
  newTerms,
  OPTION_AMOUNTS,
  withDuration,
  withLimits,
  withoutDuration,
  wrongInDuration,
  type OptionTerms,
} from './option-terms';
import { percentOf } from '../../../admin/parts/market-draft';

const NAME_LENGTH_MAX = 32;

export const LIMIT_TEXTS = {
  amountMin: 'option.caps.minimum',
  amountMax: 'option.caps.maximum',
  userMax: 'staff.option.user',
  levelsUserMax: 'staff.option.levels',
  sideMax: 'option.caps.side',
  totalMax: 'option.caps.total',
} as const satisfies Record<(typeof OPTION_AMOUNTS)[number], TextKey>;

type Product = OptionExposure['products'][number];

interface OptionActs {
  add: () => Act;
  limits: (product: OptionTerms) => Act;
  /** Edits an existing duration, or adds one. */
  duration: (product: OptionTerms, duration?: OptionDuration) => Act;
  drop: (product: OptionTerms, duration: OptionDuration) => Act;
  state: (product: Pick<Product, 'symbol' | 'label' | 'state'>) => Act;
  fund: (cover: OptionExposure['cover'][number], act: 'fund' | 'release') => Act;
}

export function useOptionActs(onDone: (position: number | undefined) => void): OptionActs {
  const { t, numbers } = useTexts();
  const durationWords = useDurationWords();
  const [setTerms] = useSetOptionTermsMutation();
  const [setState] = useSetOptionStateMutation();
  const [fund] = useFundOptionsMutation();
  const reason: ActField = reasonField(t);
  const field = (name: string, label: TextKey, kind: ActField['kind'], options: Partial<ActField> = {}): ActField => ({
    ...{ name, label: t(label), kind },
    lengthMax: kind === 'line' ? NAME_LENGTH_MAX : DECIMAL_LENGTH_MAX,
    ...options,
  });
  const limitFields = (terms?: OptionTerms) =>
    OPTION_AMOUNTS.map((name) =>
      field(name, LIMIT_TEXTS[name], 'decimal', {
        ...(terms ? { initial: terms[name], unit: terms.asset } : {}),
        ...(name === 'levelsUserMax' ? { hint: t('staff.option.levels.hint') } : {}),
      }),
    );
  const durationFields = (asset?: string, duration?: OptionDuration) => [
    field('seconds', 'staff.option.seconds', 'whole', duration ? { initial: String(duration.durationMs / 1_000) } : {}),
    field('payout', 'staff.option.payout', 'decimal', duration ? { initial: percentOf(duration.payoutPpb) } : {}),
    field('feeRate', 'staff.option.fee_rate', 'decimal', {
      isOptional: true,
      ...(duration && duration.feePpb > 0 ? { initial: percentOf(duration.feePpb) } : {}),
    }),
    field('feeAmount', 'staff.option.fee_amount', 'decimal', {
      isOptional: true,
      hint: t('staff.option.fee.hint'),
      ...(asset === undefined ? {} : { unit: asset }),
      ...(duration && duration.feePpb === 0 && duration.feeAmount !== '0' ? { initial: duration.feeAmount } : {}),
    }),
  ];
  const proposing = (title: string, fields: ActField[], buildTerms: (input: Entered) => OptionTerms): Act => ({
    title,
    consequence: t('staff.option.consequence'),
    approvalRule: 'SetOptionTerms',
    fields: [...fields, reason],
    confirm: t('staff.option.propose'),
    successText: t('staff.option.done'),
    send: (input, clientId) => setTerms({ clientId, ...buildTerms(input), reason: input.reason ?? '' }),
    onDone,
  });
  return {
    add: () => ({
      ...proposing(
        t('staff.option.new'),
        [
          field('symbol', 'staff.option.index', 'line'),
          field('asset', 'staff.option.asset', 'line'),
          ...limitFields(),
          ...durationFields(),
        ],
        newTerms,
      ),
      check: wrongInDuration,
    }),
    limits: (product) =>
      proposing(`${t('staff.option.limits')} · ${product.symbol}`, limitFields(product), (input) =>
        withLimits(product, input),
      ),
    duration: (product, duration) => ({
      ...proposing(
        `${t(duration ? 'staff.option.duration.change' : 'staff.option.duration.add')} · ${product.symbol}`,
        durationFields(product.asset, duration),
        (input) => withDuration(product, duration?.durationMs ?? null, input),
      ),
      check: wrongInDuration,
    }),
    drop: (product, duration) => ({
      ...proposing(
        `${t('staff.option.duration.drop')} · ${product.symbol} ${durationWords(duration.durationMs)}`,
        [],
        () => withoutDuration(product, duration.durationMs),
      ),
      kind: 'bad',
    }),
    state: ({ symbol, label, state }) => {
      const targetState = state === 'closed' ? 'on' : 'off';
      return {
        title: `${t(`staff.option.${targetState}`)} · ${label}`,
        consequence: t(`staff.option.${targetState}.consequence`),
        approvalRule: ['SetOptionState', targetState === 'off' ? 'brake' : 'restore'],
        fields: [reason],
        confirm: t(`staff.option.${targetState}`),
        ...(targetState === 'off' ? { kind: 'bad' as const } : {}),
        successText: t('staff.option.done'),
        send: (input, clientId) =>
          setState({ clientId, symbol, state: targetState === 'on' ? 'open' : 'closed', reason: input.reason ?? '' }),
        onDone,
      };
    },
    fund: ({ asset, held: heldAmount, free }, act) => ({
      title: `${t(`staff.option.${act}`)} · ${asset}`,
      consequence: t(`staff.option.${act}.consequence`),
      approvalRule: 'FundOptions',
      details: [
        [t('option.cover.held'), exactAmount(numbers, heldAmount, asset)],
        [t('staff.option.free'), exactAmount(numbers, free, asset)],
      ],
      fields: [field('amount', 'staff.amount', 'decimal', { unit: asset }), reason],
      confirm: t(`staff.option.${act}`),
      successText: t('staff.option.money.done'),
      send: (input, clientId) => fund({ clientId, asset, act, amount: input.amount ?? '', reason: input.reason ?? '' }),
      onDone,
    }),
  };
}
