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
  duration: (product: OptionTerms, known?: OptionDuration) => Act;
  drop: (product: OptionTerms, known: OptionDuration) => Act;
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
  const field = (name: string, label: TextKey, kind: ActField['kind'], more: Partial<ActField> = {}): ActField => ({
    ...{ name, label: t(label), kind },
    lengthMax: kind === 'line' ? NAME_LENGTH_MAX : DECIMAL_LENGTH_MAX,
    ...more,
  });
  const limitFields = (known?: OptionTerms) =>
    OPTION_AMOUNTS.map((name) =>
      field(name, LIMIT_TEXTS[name], 'decimal', {
        ...(known ? { initial: known[name], unit: known.asset } : {}),
        ...(name === 'levelsUserMax' ? { hint: t('staff.option.levels.hint') } : {}),
      }),
    );
  const durationFields = (asset?: string, known?: OptionDuration) => [
    field('seconds', 'staff.option.seconds', 'whole', known ? { initial: String(known.durationMs / 1_000) } : {}),
    field('payout', 'staff.option.payout', 'decimal', known ? { initial: percentOf(known.payoutPpb) } : {}),
    field('feeRate', 'staff.option.fee_rate', 'decimal', {
      isOptional: true,
      ...(known && known.feePpb > 0 ? { initial: percentOf(known.feePpb) } : {}),
    }),
    field('feeAmount', 'staff.option.fee_amount', 'decimal', {
      isOptional: true,
      hint: t('staff.option.fee.hint'),
      ...(asset === undefined ? {} : { unit: asset }),
      ...(known && known.feePpb === 0 && known.feeAmount !== '0' ? { initial: known.feeAmount } : {}),
    }),
  ];
  const proposing = (title: string, fields: ActField[], made: (entered: Entered) => OptionTerms): Act => ({
    title,
    consequence: t('staff.option.consequence'),
    takes: 'SetOptionTerms',
    fields: [...fields, reason],
    confirm: t('staff.option.propose'),
    done: t('staff.option.done'),
    send: (entered, clientId) => setTerms({ clientId, ...made(entered), reason: entered.reason ?? '' }),
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
      proposing(`${t('staff.option.limits')} · ${product.symbol}`, limitFields(product), (entered) =>
        withLimits(product, entered),
      ),
    duration: (product, known) => ({
      ...proposing(
        `${t(known ? 'staff.option.duration.change' : 'staff.option.duration.add')} · ${product.symbol}`,
        durationFields(product.asset, known),
        (entered) => withDuration(product, known?.durationMs ?? null, entered),
      ),
      check: wrongInDuration,
    }),
    drop: (product, known) => ({
      ...proposing(
        `${t('staff.option.duration.drop')} · ${product.symbol} ${durationWords(known.durationMs)}`,
        [],
        () => withoutDuration(product, known.durationMs),
      ),
      kind: 'bad',
    }),
    state: ({ symbol, label, state }) => {
      const wanted = state === 'closed' ? 'on' : 'off';
      return {
        title: `${t(`staff.option.${wanted}`)} · ${label}`,
        consequence: t(`staff.option.${wanted}.consequence`),
        takes: ['SetOptionState', wanted === 'off' ? 'brake' : 'restore'],
        fields: [reason],
        confirm: t(`staff.option.${wanted}`),
        ...(wanted === 'off' ? { kind: 'bad' as const } : {}),
        done: t('staff.option.done'),
        send: (entered, clientId) =>
          setState({ clientId, symbol, state: wanted === 'on' ? 'open' : 'closed', reason: entered.reason ?? '' }),
        onDone,
      };
    },
    fund: ({ asset, held, free }, act) => ({
      title: `${t(`staff.option.${act}`)} · ${asset}`,
      consequence: t(`staff.option.${act}.consequence`),
      takes: 'FundOptions',
      facts: [
        [t('option.cover.held'), exactAmount(numbers, held, asset)],
        [t('staff.option.free'), exactAmount(numbers, free, asset)],
      ],
      fields: [field('amount', 'staff.amount', 'decimal', { unit: asset }), reason],
      confirm: t(`staff.option.${act}`),
      done: t('staff.option.money.done'),
      send: (entered, clientId) =>
        fund({ clientId, asset, act, amount: entered.amount ?? '', reason: entered.reason ?? '' }),
      onDone,
    }),
  };
}
