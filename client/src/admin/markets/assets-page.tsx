import type { AssetRecord } from '../../../../shared/wire/product';
import { useChangeAssetTermsMutation, useDeskAssetsQuery, useSetAssetStateMutation } from '../api/settings-api';
import type { Act, Entered } from '../act/act-dialog';
import { DECIMAL_LENGTH_MAX, fromField, reasonField, timeOf } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Amount } from '../../kit/ui/figures/amount';
import { ActButton } from '../parts/act-button';
import { ChangePanel } from '../parts/change-panel';
import styles from '../parts/admin.module.css';
import { Mark } from '../../kit/ui/figures/mark';
import { useListAssetAct } from './list-asset';

const TERMS = ['withdrawalFee', 'withdrawalMin'] as const;
const STATES = {
  trading: ['open', 'maintenance'],
  deposits: ['open', 'suspended'],
  withdrawals: ['open', 'suspended'],
} as const;
const STATE_NAMES = ['trading', 'deposits', 'withdrawals'] as const;

/** All assets with their state, withdrawal terms and announced changes. */
export function AssetsPage() {
  const { t } = useTexts();
  const query = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const termsOf = useTermsAct();
  const stateOf = useStateAct();
  const listing = useListAssetAct();
  return (
    <ChangePanel
      title={t('staff.section.assets')}
      level={1}
      lead={t('staff.coins.lead')}
      actions={<ActButton text={t('staff.list.asset')} act={listing} />}
      query={query}
      rows={query.data}
      empty={t('staff.coins.none')}
      columns={[
        { key: 'asset', title: t('staff.asset'), render: ({ asset }) => asset },
        ...STATE_NAMES.map((name) => ({
          key: name,
          title: t(`staff.coin.${name}`),
          render: (asset: AssetRecord) => <State state={asset[name]} />,
        })),
        ...TERMS.map((term) => ({
          key: term,
          title: t(`staff.coin.${term}`),
          isEnd: true,
          render: (asset: AssetRecord) => <Amount amount={asset[term]} asset={asset.asset} />,
        })),
        { key: 'pending', title: t('rates.announced'), render: (asset) => <Announced asset={asset} /> },
      ]}
      keyOf={({ asset }) => asset}
      nameOf={({ asset }) => asset}
      verb={t('staff.terms.change')}
      changeOf={termsOf}
      also={{ verb: t('staff.market.change'), changeOf: stateOf }}
    />
  );
}

function State({ state }: { state: 'open' | 'maintenance' | 'suspended' }) {
  const { t } = useTexts();
  return <Mark kind={state === 'open' ? 'good' : 'warning'} text={t(`staff.coin_state.${state}`)} />;
}

/** Announced changes with their start times. */
function Announced({ asset: { asset, pending } }: { asset: AssetRecord }) {
  const { t } = useTexts();
  if (pending.length === 0) return '–';
  return (
    <ul className={styles.announced}>
      {pending.map(({ from, withdrawalFee, withdrawalMin }, index) => (
        <li key={`${from} ${index}`}>
          <b>{dateAndTime(from)}</b>
          <span>
            {t('staff.coin.withdrawalFee')} <Amount amount={withdrawalFee} asset={asset} /> {asset}
          </span>
          <span>
            {t('staff.coin.withdrawalMin')} <Amount amount={withdrawalMin} asset={asset} /> {asset}
          </span>
        </li>
      ))}
    </ul>
  );
}

function useTermsAct(): (asset: AssetRecord) => Act {
  const { t, numbers } = useTexts();
  const [changeTerms] = useChangeAssetTermsMutation();
  return (assetRecord) => {
    const { asset } = assetRecord;
    return {
      title: `${t('staff.terms.change')} – ${asset}`,
      consequence: t('staff.coin.terms_consequence'),
      approvalRule: 'ChangeAssetTerms',
      fields: [
        ...TERMS.map(
          (term) =>
            ({
              name: term,
              label: `${t(`staff.coin.${term}`)} (${asset})`,
              hint: t('staff.terms.now', { value: `${numbers.exact(assetRecord[term])} ${asset}` }),
              kind: 'decimal',
              unit: asset,
              lengthMax: DECIMAL_LENGTH_MAX,
              initial: assetRecord[term],
            }) as const,
        ),
        fromField(t),
        reasonField(t),
      ],
      confirm: t('staff.save'),
      successText: t('staff.saved'),
      send: ({ from, reason, ...input }, clientId) => {
        const at = timeOf(from);
        const before = termsAt(assetRecord, at);
        const changed = TERMS.filter((term) => input[term] !== before[term]);
        return changeTerms({
          clientId,
          asset,
          ...(at === null ? {} : { from: at }),
          reason,
          ...Object.fromEntries(changed.map((term) => [term, input[term]])),
        });
      },
    };
  };
}

/** Announced terms at that time. Only values that differ from them are sent. */
function termsAt(assetRecord: AssetRecord, at: number | null): Pick<AssetRecord, (typeof TERMS)[number]> {
  return assetRecord.pending.filter(({ from }) => at !== null && from <= at).at(-1) ?? assetRecord;
}

/** One person may suspend. Opening, and starting or ending maintenance, take two. */
function stateKind(current: AssetRecord, { trading, deposits, withdrawals }: Entered): 'brake' | 'restore' {
  const isOpened = (before: string, next: string): boolean => next === 'open' && before !== 'open';
  const opens = isOpened(current.deposits, deposits) || isOpened(current.withdrawals, withdrawals);
  return opens || trading !== current.trading ? 'restore' : 'brake';
}

function useStateAct(): (asset: AssetRecord) => Act {
  const { t } = useTexts();
  const [setState] = useSetAssetStateMutation();
  return (assetRecord) => ({
    title: `${t('staff.market.change')} – ${assetRecord.asset}`,
    consequence: t('staff.coin.state_consequence'),
    approvalRule: ['SetAssetState', (input) => stateKind(assetRecord, input)],
    fields: [
      ...STATE_NAMES.map(
        (name) =>
          ({
            name,
            label: t(`staff.coin.${name}`),
            kind: 'line',
            lengthMax: 20,
            initial: assetRecord[name],
            choices: STATES[name].map((value) => ({ value, text: t(`staff.coin_state.${value}`) })),
          }) as const,
      ),
      reasonField(t),
    ],
    confirm: t('staff.market.change'),
    successText: t('staff.coin.state_done'),
    send: ({ trading, deposits, withdrawals, reason }, clientId) =>
      setState({
        clientId,
        asset: assetRecord.asset,
        trading: trading as AssetRecord['trading'],
        deposits: deposits as AssetRecord['deposits'],
        withdrawals: withdrawals as AssetRecord['withdrawals'],
        reason,
      }),
  });
}
