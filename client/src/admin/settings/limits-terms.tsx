import type { AssetRecord } from '../../../../shared/wire/product';
import { useChainStatusQuery } from '../api/money-api';
import { useDeskAssetsQuery, useSetRechargeTermsMutation } from '../api/settings-api';
import type { Act } from '../act/act-dialog';
import { useTexts } from '../../kit/i18n/use-texts';
import { Amount } from '../../kit/ui/figures/amount';
import { ActButton } from '../parts/act-button';
import { ChangePanel } from '../parts/change-panel';
import { isAtMost } from './tighter';

const DECIMAL_LENGTH_MAX = 61;

type OnChain = AssetRecord['chains'][number] & { asset: string };

/** Minimum deposit and confirmations by coin and chain. */
export function Terms() {
  const { t } = useTexts();
  const query = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const changeOf = useChange();
  const adding = useAdding(query.data ?? []);
  const rows = query.data?.flatMap(({ asset, chains }) => chains.map((chain): OnChain => ({ asset, ...chain })));
  return (
    <ChangePanel
      title={t('staff.terms')}
      level={2}
      actions={adding && <ActButton text={t('staff.terms.add')} act={adding} />}
      query={query}
      rows={rows}
      empty={t('staff.terms.none')}
      columns={[
        { key: 'asset', title: t('staff.asset'), render: ({ asset }) => asset },
        { key: 'chain', title: t('staff.chain'), render: ({ chain }) => chain },
        {
          key: 'minimum',
          title: t('staff.terms.minimum'),
          isEnd: true,
          render: ({ asset, rechargeMin }) => <Amount amount={rechargeMin} asset={asset} />,
        },
        {
          key: 'confirmations',
          title: t('staff.confirmations'),
          isEnd: true,
          render: ({ confirmations }) => confirmations,
        },
      ]}
      keyOf={({ asset, chain }) => `${asset}/${chain}`}
      nameOf={({ asset, chain }) => `${asset} ${chain}`}
      verb={t('staff.change')}
      changeOf={changeOf}
    />
  );
}

function useChange(): (row: OnChain) => Act {
  const { t } = useTexts();
  const [setTerms] = useSetRechargeTermsMutation();
  return ({ asset, chain, rechargeMin, confirmations }) => ({
    title: `${t('staff.terms')} – ${asset} (${chain})`,
    consequence: t('staff.terms.consequence'),
    approvalRule: [
      'SetRechargeTerms',
      (input) => {
        const isTighter = isAtMost(rechargeMin, input.minimum) && isAtMost(String(confirmations), input.confirmations);
        return isTighter ? 'tighten' : 'change';
      },
    ],
    fields: [
      {
        name: 'minimum',
        label: `${t('staff.terms.minimum')} (${asset})`,
        kind: 'decimal',
        unit: asset,
        lengthMax: DECIMAL_LENGTH_MAX,
        initial: rechargeMin,
      },
      {
        name: 'confirmations',
        label: t('staff.confirmations'),
        kind: 'whole',
        lengthMax: 5,
        initial: String(confirmations),
      },
    ],
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: (input, clientId) =>
      setTerms({
        clientId,
        asset,
        chain,
        minimum: input.minimum,
        confirmations: Number(input.confirmations),
      }),
  });
}

/** Adds a coin on a followed chain; null if there are no coins or no chains. */
function useAdding(assets: readonly AssetRecord[]): Act | null {
  const { t } = useTexts();
  const [setTerms] = useSetRechargeTermsMutation();
  const { data } = useChainStatusQuery();
  const coins = assets.filter(({ isFiat }) => !isFiat);
  const chains = data?.chains ?? [];
  if (coins.length === 0 || chains.length === 0) return null;
  return {
    title: t('staff.terms.add'),
    consequence: t('staff.terms.add_consequence'),
    approvalRule: ['SetRechargeTerms', 'change'],
    fields: [
      {
        name: 'asset',
        label: t('staff.asset'),
        kind: 'line',
        lengthMax: 32,
        choices: coins.map(({ asset }) => ({ value: asset, text: asset })),
      },
      {
        name: 'chain',
        label: t('staff.chain'),
        kind: 'line',
        lengthMax: 16,
        choices: chains.map(({ chain, chainName }) => ({ value: chain, text: chainName })),
      },
      { name: 'minimum', label: t('staff.terms.minimum'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
      { name: 'confirmations', label: t('staff.confirmations'), kind: 'whole', lengthMax: 5, initial: '12' },
    ],
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: ({ asset, chain, minimum, confirmations }, clientId) =>
      setTerms({ clientId, asset, chain, minimum, confirmations: Number(confirmations) }),
  };
}
