import type { AssetRecord } from '../../../../shared/wire/product';
import { useDeskAssetsQuery, useSetRechargeTermsMutation } from '../../entities/staff/settings-api';
import type { Act } from '../../features/staff-act/act-dialog';
import { useTexts } from '../../shared/i18n/use-texts';
import { Amount } from '../../shared/ui/amount';
import { ChangePanel } from './change-panel';

const DECIMAL_LENGTH_MAX = 61;

type OnChain = AssetRecord['chains'][number] & { asset: string };

/** What a chain must bring of a coin to be credited. */
export function Terms() {
  const { say } = useTexts();
  const asked = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const changeOf = useChange();
  const rows = asked.data?.flatMap(({ asset, chains }) => chains.map((chain): OnChain => ({ asset, ...chain })));
  return (
    <ChangePanel
      title={say('staff.terms')}
      level={2}
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
