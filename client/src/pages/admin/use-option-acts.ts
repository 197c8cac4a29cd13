import { DURATIONS_MAX } from '../../../../shared/rules/option/terms';
import type { OptionExposure } from '../../../../shared/wire/option-staff';
import {
  useFundOptionsMutation,
  useSetOptionStateMutation,
  useSetOptionTermsMutation,
} from '../../entities/staff/options-api';
import type { Act } from '../../features/staff-act/act-dialog';
import { DECIMAL_LENGTH_MAX, REASON_LENGTH_MAX, type ActField } from '../../features/staff-act/fields';
import { useTexts } from '../../shared/i18n/use-texts';
import { exactAmount } from './exact-amount';
import { DURATIONS, durationRows, termsOf, wrongIn, type OptionTerms } from './option-terms';

/** Of a symbol, and of a coin. */
const NAME_LENGTH_MAX = 32;

interface OptionActs {
  /** Of a product that is there, or of one that is to be. */
  terms: (terms?: OptionTerms) => Act;
  state: (product: OptionExposure['products'][number]) => Act;
  fund: (cover: OptionExposure['cover'][number], act: 'fund' | 'release') => Act;
}

export function useOptionActs(onDone: (position: number | undefined) => void): OptionActs {
  const { say, numbers } = useTexts();
  const [setTerms] = useSetOptionTermsMutation();
  const [setState] = useSetOptionStateMutation();
  const [fund] = useFundOptionsMutation();
  const reason: ActField = { name: 'reason', label: say('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX };
  const name = (field: string, label: string, initial?: string): ActField => ({
    ...{ name: field, label, kind: 'line', lengthMax: NAME_LENGTH_MAX },
    ...(initial === undefined ? {} : { initial }),
  });
  const amount = (field: string, label: string, initial?: string): ActField => ({
    ...{ name: field, label, kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
    ...(initial === undefined ? {} : { initial }),
  });
  return {
    terms: (terms) => ({
      title: terms ? `${say('staff.sale.change')} · ${terms.symbol}` : say('staff.option.new'),
      consequence: say('staff.sale.terms.consequence'),
      fields: [
        { ...name('symbol', say('staff.option.index'), terms?.symbol), hint: say('staff.option.index.hint') },
        name('asset', say('staff.option.coin'), terms?.asset),
        {
          ...{ name: DURATIONS, label: say('staff.option.durations'), kind: 'rows', lengthMax: Infinity },
          ...(terms ? { initial: durationRows(terms.durations) } : {}),
          hint: say('staff.option.durations.hint'),
          rowsMax: DURATIONS_MAX,
          columns: [
            { name: 'seconds', label: say('option.duration') },
            { name: 'payout', label: `${say('option.rate')} (%)` },
            { name: 'fee', label: `${say('option.fee')} (%)`, isOptional: true },
            { name: 'feeAmount', label: say('staff.option.fee_sum'), isOptional: true },
          ],
        },
        amount('amountMin', say('option.caps.minimum'), terms?.amountMin),
        amount('amountMax', say('option.caps.maximum'), terms?.amountMax),
        amount('userMax', say('staff.option.user_max'), terms?.userMax),
        {
          ...amount('levelsUserMax', say('option.caps.levels'), terms?.levelsUserMax),
          hint: say('staff.option.levels.hint'),
        },
        amount('sideMax', say('option.caps.side'), terms?.sideMax),
        amount('totalMax', say('option.caps.total'), terms?.totalMax),
        reason,
      ],
      check: wrongIn,
      confirm: say('staff.sale.propose'),
      done: say('staff.sale.terms.done'),
      send: (entered, clientId) => setTerms({ clientId, ...termsOf(entered), reason: entered.reason ?? '' }),
      onDone,
    }),
    state: ({ symbol, label, state }) => {
      const wanted = state === 'closed' ? 'on' : 'off';
      return {
        title: `${say(`staff.sale.${wanted}`)} · ${label}`,
        consequence: say(`staff.option.${wanted}.consequence`),
        fields: [reason],
        confirm: say(`staff.sale.${wanted}`),
        ...(wanted === 'off' ? { kind: 'bad' as const } : {}),
        done: say('staff.sale.state.done'),
        send: (entered, clientId) =>
          setState({ clientId, symbol, state: wanted === 'on' ? 'open' : 'closed', reason: entered.reason ?? '' }),
        onDone,
      };
    },
    fund: ({ asset, held, free }, act) => ({
      title: `${say(`staff.sale.${act}`)} · ${asset}`,
      consequence: say(act === 'fund' ? 'staff.option.fund.consequence' : 'staff.sale.release.consequence'),
      facts: [
        [say('option.cover.held'), exactAmount(numbers, held, asset)],
        [say('staff.sale.free'), exactAmount(numbers, free, asset)],
      ],
      fields: [{ ...amount('amount', say('staff.amount')), unit: asset }, reason],
      confirm: say(`staff.sale.${act}`),
      done: say('staff.sale.money.done'),
      send: (entered, clientId) =>
        fund({ clientId, asset, act, amount: entered.amount ?? '', reason: entered.reason ?? '' }),
      onDone,
    }),
  };
}
