import { useListAssetMutation } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { DECIMAL_LENGTH_MAX } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';

const NAME_LENGTH_MAX = 32;

/** A coin or a legal currency that the exchange has not known before. */
export function useListAssetAct(): Act {
  const { say } = useTexts();
  const [listAsset] = useListAssetMutation();
  return {
    title: say('staff.list.asset'),
    consequence: say('staff.list.asset_consequence'),
    takes: 'ListAsset',
    fields: [
      {
        ...{ name: 'asset', label: say('staff.list.symbol'), kind: 'line', lengthMax: NAME_LENGTH_MAX },
        hint: say('staff.list.symbol_hint'),
      },
      {
        ...{ name: 'fiat', label: say('staff.list.kind'), kind: 'line', lengthMax: 10 },
        choices: [
          { value: 'coin', text: say('staff.list.kind.coin') },
          { value: 'fiat', text: say('staff.list.kind.fiat') },
        ],
      },
      {
        ...{ name: 'scale', label: say('staff.list.scale'), kind: 'whole', lengthMax: 2, initial: '8' },
        hint: say('staff.list.scale_hint'),
      },
      { name: 'withdrawalFee', label: say('staff.coin.withdrawalFee'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
      { name: 'withdrawalMin', label: say('staff.coin.withdrawalMin'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
    ],
    confirm: say('staff.list.confirm'),
    done: say('staff.list.done'),
    send: ({ asset, fiat, scale, withdrawalFee, withdrawalMin }, clientId) =>
      listAsset({ clientId, asset, scale: Number(scale), withdrawalFee, withdrawalMin, fiat: fiat === 'fiat' }),
  };
}
