import type { AssetRecord } from '../../../../../shared/wire/product';
import {
  useChangeAssetTermsMutation,
  useDeskAssetsQuery,
  useSetAssetStateMutation,
} from '../../../entities/staff/settings-api';
import type { Act, Entered } from '../../../features/staff-act/act-dialog';
import { DECIMAL_LENGTH_MAX, fromField, reasonField, timeOf } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Amount } from '../../../shared/ui/figures/amount';
import { ActButton } from '../parts/act-button';
import { ChangePanel } from '../parts/change-panel';
import styles from '../parts/desk.module.css';
import { Mark } from '../../../shared/ui/figures/mark';
import { useListAssetAct } from './list-asset';

const TERMS = ['withdrawalFee', 'withdrawalMin'] as const;
const STATES = {
  trading: ['open', 'maintenance'],
  deposits: ['open', 'suspended'],
  withdrawals: ['open', 'suspended'],
} as const;
const STATE_NAMES = ['trading', 'deposits', 'withdrawals'] as const;

/** Each coin: what may be done with it, what taking it away costs, and what of that is about to change. */
export function AssetsPage() {
  const { say } = useTexts();
  const asked = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const termsOf = useTermsAct();
  const stateOf = useStateAct();
  const listing = useListAssetAct();
  return (
    <ChangePanel
      title={say('staff.section.assets')}
      level={1}
      lead={say('staff.coins.lead')}
      actions={<ActButton text={say('staff.list.asset')} act={listing} />}
      asked={asked}
      rows={asked.data}
      empty={say('staff.coins.none')}
      columns={[
        { key: 'asset', title: say('staff.asset'), render: ({ asset }) => asset },
        ...STATE_NAMES.map((name) => ({
          key: name,
          title: say(`staff.coin.${name}`),
          render: (asset: AssetRecord) => <State of={asset[name]} />,
        })),
        ...TERMS.map((term) => ({
          key: term,
          title: say(`staff.coin.${term}`),
          isEnd: true,
          render: (asset: AssetRecord) => <Amount of={asset[term]} asset={asset.asset} />,
        })),
        { key: 'pending', title: say('rates.announced'), render: (asset) => <Announced asset={asset} /> },
      ]}
      keyOf={({ asset }) => asset}
      nameOf={({ asset }) => asset}
      verb={say('staff.terms.change')}
      changeOf={termsOf}
      also={{ verb: say('staff.market.change'), changeOf: stateOf }}
    />
  );
}

function State({ of: state }: { of: 'open' | 'maintenance' | 'suspended' }) {
  const { say } = useTexts();
  return <Mark kind={state === 'open' ? 'good' : 'warning'} text={say(`staff.coin_state.${state}`)} />;
}

/** From when, and what it will be then. */
function Announced({ asset: { asset, pending } }: { asset: AssetRecord }) {
  const { say } = useTexts();
  if (pending.length === 0) return '–';
  return (
    <ul className={styles.announced}>
      {pending.map(({ from, withdrawalFee, withdrawalMin }, index) => (
        <li key={`${from} ${index}`}>
          <b>{dateAndTime(from)}</b>
          <span>
            {say('staff.coin.withdrawalFee')} <Amount of={withdrawalFee} asset={asset} /> {asset}
          </span>
          <span>
            {say('staff.coin.withdrawalMin')} <Amount of={withdrawalMin} asset={asset} /> {asset}
          </span>
        </li>
      ))}
    </ul>
  );
}

function useTermsAct(): (asset: AssetRecord) => Act {
  const { say, numbers } = useTexts();
  const [changeTerms] = useChangeAssetTermsMutation();
  return (listed) => {
    const { asset } = listed;
    return {
      title: `${say('staff.terms.change')} – ${asset}`,
      consequence: say('staff.coin.terms_consequence'),
      takes: 'ChangeAssetTerms',
      fields: [
        ...TERMS.map(
          (term) =>
            ({
              name: term,
              label: `${say(`staff.coin.${term}`)} (${asset})`,
              hint: say('staff.terms.now', { value: `${numbers.exact(listed[term])} ${asset}` }),
              kind: 'decimal',
              unit: asset,
              lengthMax: DECIMAL_LENGTH_MAX,
              initial: listed[term],
            }) as const,
        ),
        fromField(say),
        reasonField(say),
      ],
      confirm: say('staff.save'),
      done: say('staff.saved'),
      send: ({ from, reason, ...entered }, clientId) => {
        const at = timeOf(from);
        const before = termsAt(listed, at);
        const changed = TERMS.filter((term) => entered[term] !== before[term]);
        return changeTerms({
          clientId,
          asset,
          ...(at === null ? {} : { from: at }),
          reason,
          ...Object.fromEntries(changed.map((term) => [term, entered[term]])),
        });
      },
    };
  };
}

/** What holds at that time, as far as it is announced: only what differs from it is a change. */
function termsAt(listed: AssetRecord, at: number | null): Pick<AssetRecord, (typeof TERMS)[number]> {
  return listed.pending.filter(({ from }) => at !== null && from <= at).at(-1) ?? listed;
}

/** One suspends; whatever is opened, or begins or ends maintenance, takes two. */
function stateKind(now: AssetRecord, { trading, deposits, withdrawals }: Entered): 'brake' | 'restore' {
  const isOpened = (before: string, next: string): boolean => next === 'open' && before !== 'open';
  const opens = isOpened(now.deposits, deposits) || isOpened(now.withdrawals, withdrawals);
  return opens || trading !== now.trading ? 'restore' : 'brake';
}

function useStateAct(): (asset: AssetRecord) => Act {
  const { say } = useTexts();
  const [setState] = useSetAssetStateMutation();
  return (listed) => ({
    title: `${say('staff.market.change')} – ${listed.asset}`,
    consequence: say('staff.coin.state_consequence'),
    takes: ['SetAssetState', (entered) => stateKind(listed, entered)],
    fields: [
      ...STATE_NAMES.map(
        (name) =>
          ({
            name,
            label: say(`staff.coin.${name}`),
            kind: 'line',
            lengthMax: 20,
            initial: listed[name],
            choices: STATES[name].map((value) => ({ value, text: say(`staff.coin_state.${value}`) })),
          }) as const,
      ),
      reasonField(say),
    ],
    confirm: say('staff.market.change'),
    done: say('staff.coin.state_done'),
    send: ({ trading, deposits, withdrawals, reason }, clientId) =>
      setState({
        clientId,
        asset: listed.asset,
        trading: trading as AssetRecord['trading'],
        deposits: deposits as AssetRecord['deposits'],
        withdrawals: withdrawals as AssetRecord['withdrawals'],
        reason,
      }),
  });
}
