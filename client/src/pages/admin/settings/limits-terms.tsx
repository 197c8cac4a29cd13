import type { AssetRecord } from '../../../../../shared/wire/product';
import { useChainStatusQuery } from '../../../entities/staff/money-api';
import { useDeskAssetsQuery, useSetRechargeTermsMutation } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Amount } from '../../../shared/ui/figures/amount';
import { ActButton } from '../parts/act-button';
import { ChangePanel } from '../parts/change-panel';
import { isAtMost } from './tighter';

const DECIMAL_LENGTH_MAX = 61;

type OnChain = AssetRecord['chains'][number] & { asset: string };

/** What a chain must bring of a coin to be credited. */
export function Terms() {
  const { say } = useTexts();
  const asked = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const changeOf = useChange();
  const adding = useAdding(asked.data ?? []);
  const rows = asked.data?.flatMap(({ asset, chains }) => chains.map((chain): OnChain => ({ asset, ...chain })));
  return (
    <ChangePanel
      title={say('staff.terms')}
      level={2}
      actions={adding && <ActButton text={say('staff.terms.add')} act={adding} />}
      asked={asked}
      rows={rows}
      empty={say('staff.terms.none')}
      columns={[
        { key: 'asset', title: say('staff.asset'), render: ({ asset }) => asset },
        { key: 'chain', title: say('staff.chain'), render: ({ chain }) => chain },
        {
          key: 'minimum',
          title: say('staff.terms.minimum'),
          isEnd: true,
          render: ({ asset, rechargeMin }) => <Amount of={rechargeMin} asset={asset} />,
        },
        {
          key: 'confirmations',
          title: say('staff.confirmations'),
          isEnd: true,
          render: ({ confirmations }) => confirmations,
        },
      ]}
      keyOf={({ asset, chain }) => `${asset}/${chain}`}
      nameOf={({ asset, chain }) => `${asset} ${chain}`}
      verb={say('staff.change')}
      changeOf={changeOf}
    />
  );
}

function useChange(): (row: OnChain) => Act {
  const { say } = useTexts();
  const [setTerms] = useSetRechargeTermsMutation();
  return ({ asset, chain, rechargeMin, confirmations }) => ({
    title: `${say('staff.terms')} – ${asset} (${chain})`,
    consequence: say('staff.terms.consequence'),
    takes: [
      'SetRechargeTerms',
      (entered) => {
        const isTighter =
          isAtMost(rechargeMin, entered.minimum) && isAtMost(String(confirmations), entered.confirmations);
        return isTighter ? 'tighten' : 'change';
      },
    ],
    fields: [
      {
        name: 'minimum',
        label: `${say('staff.terms.minimum')} (${asset})`,
        kind: 'decimal',
        unit: asset,
        lengthMax: DECIMAL_LENGTH_MAX,
        initial: rechargeMin,
      },
      {
        name: 'confirmations',
        label: say('staff.confirmations'),
        kind: 'whole',
        lengthMax: 5,
        initial: String(confirmations),
      },
    ],
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: (entered, clientId) =>
      setTerms({
        clientId,
        asset,
        chain,
        minimum: entered.minimum,
        confirmations: Number(entered.confirmations),
      }),
  });
}

/** A coin on a chain that the exchange follows; null where there is none of either. */
function useAdding(assets: readonly AssetRecord[]): Act | null {
  const { say } = useTexts();
  const [setTerms] = useSetRechargeTermsMutation();
  const { data } = useChainStatusQuery();
  const coins = assets.filter(({ isFiat }) => !isFiat);
  const chains = data?.chains ?? [];
  if (coins.length === 0 || chains.length === 0) return null;
  return {
    title: say('staff.terms.add'),
    consequence: say('staff.terms.add_consequence'),
    takes: ['SetRechargeTerms', 'change'],
    fields: [
      {
        name: 'asset',
        label: say('staff.asset'),
        kind: 'line',
        lengthMax: 32,
        choices: coins.map(({ asset }) => ({ value: asset, text: asset })),
      },
      {
        name: 'chain',
        label: say('staff.chain'),
        kind: 'line',
        lengthMax: 16,
        choices: chains.map(({ chain, chainName }) => ({ value: chain, text: chainName })),
      },
      { name: 'minimum', label: say('staff.terms.minimum'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
      { name: 'confirmations', label: say('staff.confirmations'), kind: 'whole', lengthMax: 5, initial: '12' },
    ],
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: ({ asset, chain, minimum, confirmations }, clientId) =>
      setTerms({ clientId, asset, chain, minimum, confirmations: Number(confirmations) }),
  };
}
